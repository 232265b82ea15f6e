from .orders import DEFAULT_ENDPOINT as DEFAULT_ENDPOINT
from .queue import JobQueue as JobQueue
from .records import Job as Job
from .records import JobBook as JobBook
