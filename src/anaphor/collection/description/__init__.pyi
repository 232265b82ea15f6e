from .card import CollectionCard as CollectionCard
from .card import CollectionList as CollectionList
from .card import marked_text as marked_text
from .card import summarise as summarise
from .taxonomy import Domain as Domain
from .taxonomy import domain_name as domain_name
from .taxonomy import domains as domains
