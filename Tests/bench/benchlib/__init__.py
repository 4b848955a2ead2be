"""What hubbench is made of: places, the terminal probe, the cells that measure, and the report."""
