"""The plain console: one fact a line, one question at a time, on any terminal and in a pipe."""
