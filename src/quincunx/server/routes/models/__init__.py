"""The shapes of requests and answers, for validation and OpenAPI."""
