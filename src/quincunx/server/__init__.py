"""The server: HTTP, websockets and NDJSON, thin over table and store. docs/protocol.md tells what it speaks."""
