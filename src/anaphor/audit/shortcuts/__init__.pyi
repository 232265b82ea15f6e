from .all import embedding_shortcut as embedding_shortcut
from .all import shortcuts as shortcuts
from .filtering import read_embeddings as read_embeddings
from .shortcut import Evidence as Evidence
from .shortcut import Shortcut as Shortcut
from .wording import beyond_chance as beyond_chance
from .wording import note_text as note_text
from .wording import shortcut_name as shortcut_name
