"""What `weave bench` and the development benchmarks share: public data sets, a store for each conversation, measures."""
