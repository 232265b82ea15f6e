"""One app on one port for everything in a folder: studies, collections, challenges, reports, published sites."""
