"""Records of Merge's Common Models, turned into rows of the graph: who and what there is, what it is called, what it belongs to.

A model is one line of MODELS, or of LEFT_OUT with the reason, or is OFF; the tables stand in one module per category, what they can
say in `table`. Only class A of agent/policy/policy.toml enters, and of that only identity and search keys: facts stay at the source. Private
addresses and numbers enter as keyed hashes. Pure: no clock, no network, no graph. docs/graph-model.md is made from these tables.
"""

from ingest.projections.engine import is_visible, is_whole, key_of, project, target_of
from ingest.projections.field_values import FIELD_VALUE, field_values, value_prefix
from ingest.projections.mapped_fields import MAPPED_FIELD, mapped_fields, prefix_of
from ingest.projections.table import Projection, Seen
from ingest.projections.tables import LEFT_OUT, MODELS, OFF, TABLE

__all__ = [
    "FIELD_VALUE", "LEFT_OUT", "MAPPED_FIELD", "MODELS", "OFF", "TABLE", "Projection", "Seen", "field_values", "is_visible", "is_whole", "key_of",
    "mapped_fields", "prefix_of", "project", "target_of", "value_prefix",
]
