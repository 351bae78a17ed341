"""The tables of all categories as one: what is projected, what is left out, what is off.

Every Common Model of the seven categories stands in one of MODELS and LEFT_OUT; a test proves it.
"""

from collections.abc import Mapping

from ingest.projections import accounting, ats, crm, filestorage, hris, knowledgebase, marketing, ticketing
from ingest.projections.table import Projection

OFF: Mapping[str, str] = marketing.OFF                    # lines that no sync follows, and why; taking one out switches it on

TABLE: Mapping[str, Projection] = {
    **hris.MODELS, **ats.MODELS, **crm.MODELS, **ticketing.MODELS, **accounting.MODELS, **filestorage.MODELS, **knowledgebase.MODELS,
    **marketing.MODELS,
}
MODELS: Mapping[str, Projection] = {model: row for model, row in TABLE.items() if model not in OFF}
LEFT_OUT: Mapping[str, str] = {
    **hris.LEFT_OUT, **ats.LEFT_OUT, **crm.LEFT_OUT, **ticketing.LEFT_OUT, **accounting.LEFT_OUT, **filestorage.LEFT_OUT,
    **knowledgebase.LEFT_OUT,
}
