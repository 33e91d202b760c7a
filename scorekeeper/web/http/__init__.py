"""What lies between the pages and the wire: compression, static files, caches, streams, downloads."""
