from .document import Block as Block
from .document import TextBlock as TextBlock
from .file import FileReader as FileReader
from .inputs import files_of as files_of
from .protocol import Lines as Lines
from .protocol import ReadingSettings as ReadingSettings
from .reading import CorpusSource as CorpusSource
from .reading import open_corpus as open_corpus
