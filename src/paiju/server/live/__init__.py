"""The live WebSocket: connections and what is sent over them."""
