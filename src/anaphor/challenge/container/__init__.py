"""Entries in containers of podman or docker: the engine, its images, and the wire to a container."""
