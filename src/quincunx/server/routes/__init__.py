"""HTTP and websocket endpoints, one module per resource."""
