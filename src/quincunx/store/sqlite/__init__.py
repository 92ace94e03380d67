"""The SQLite store; its `store` module needs orjson."""
