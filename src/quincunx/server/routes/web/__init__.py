"""What browsers load besides the API: pages, previews of links, and what works offline."""
