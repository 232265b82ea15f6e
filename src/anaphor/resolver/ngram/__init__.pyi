from .kneser_ney import NgramEstimate as NgramEstimate
from .kneser_ney import estimate as estimate
from .kneser_ney import sentence_stream as sentence_stream
from .table import NgramTable as NgramTable
from .table import read_arpa as read_arpa
from .table import read_pack as read_pack
from .table import write_arpa as write_arpa
