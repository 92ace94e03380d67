"""The PostgreSQL store; its `store` module needs asyncpg."""
