"""Live reads of a question: pages from the gateway, what a reading is worth, verified copies of large lists."""
