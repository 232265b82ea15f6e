from .archive import unpack as unpack
from .tree import StagedFiles as StagedFiles
from .tree import beneath as beneath
from .tree import copy_file as copy_file
from .tree import private_folder as private_folder
from .tree import remove_tree as remove_tree
from .tree import stage as stage
from .tree import tree_digest as tree_digest
