"""Other processes that share the database: message bus, leases, synchronisation."""
