"""The static site: the pages without a server, written by `quincunx site` (docs/site.md)."""
