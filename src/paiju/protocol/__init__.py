"""What crosses the wire: msgspec types, one codec, one schema. No game rules, no I/O."""
