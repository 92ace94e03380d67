"""The server: HTTP, websockets and NDJSON on top of table and store. docs/protocol.md describes the protocol."""
