"""What takes long to work out is shared."""

from tests.support.ending_tables import _one_table  # noqa: F401
