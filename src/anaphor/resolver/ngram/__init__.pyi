from .files import read_arpa as read_arpa
from .files import read_pack as read_pack
from .files import write_arpa as write_arpa
from .kneser_ney import NgramEstimate as NgramEstimate
from .kneser_ney import estimate as estimate
from .kneser_ney import sentence_stream as sentence_stream
from .table import NgramTable as NgramTable
