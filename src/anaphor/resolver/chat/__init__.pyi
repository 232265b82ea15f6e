from .client import asking_only as asking_only
