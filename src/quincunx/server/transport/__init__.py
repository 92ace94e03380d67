"""Below the routes: protocols, middleware, connections, limits, static files."""
