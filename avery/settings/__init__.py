"""config.toml as a person changes it: every setting with its words, its editor's kind and its checks. No Textual."""
