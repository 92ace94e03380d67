"""The engine as a process (docs/engine.md): a conversation similar to UCI, or JSON lines."""
