"""Games as text and as JSON, and the folder where they are kept."""

from .json_text import to_json
from .record import BadPly, BadRecord, BadTag, Record
from .text import read, write

__all__ = ["BadPly", "BadRecord", "BadTag", "Record", "read", "to_json", "write"]
