"""Games as text and as JSON, and the folder where they are kept."""

from .record import BadPly, BadRecord, Record
from .text import read, to_json, write

__all__ = ["BadPly", "BadRecord", "Record", "read", "to_json", "write"]
