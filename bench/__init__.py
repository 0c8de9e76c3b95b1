"""The figures we quote. `make bench` prints them as a table and as JSON; see bench/row.py for how to add one."""
