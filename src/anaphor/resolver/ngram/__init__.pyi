from .kneser_ney import NgramEstimate as NgramEstimate
from .kneser_ney import estimate as estimate
from .kneser_ney import sentence_stream as sentence_stream
from .ngram import NgramTable as NgramTable
from .ngram import read_arpa as read_arpa
from .ngram import read_pack as read_pack
from .ngram import write_arpa as write_arpa
