"""The plain console: one fact per line, one question at a time, on any terminal and in a pipe."""
