"""Sleep: what goes on with the memory while nobody asks it anything. A cycle is a plan, a run and a report."""
