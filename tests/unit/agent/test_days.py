"""On which day something happened: by the company's clock, but a day without a zone is never another day."""

from datetime import UTC, date, datetime

from agent.catalogue import catalogue
from agent.query.operations.values import day_of
from tests.cases import each_case
from tests.unit.agent.results import run_of


@each_case("field, moment, day", [
    ("ticketing/Ticket.due_date", datetime(2026, 12, 4, tzinfo=UTC), date(2026, 12, 4)),
    ("ticketing/Ticket.remote_created_at", datetime(2026, 12, 4, tzinfo=UTC), date(2026, 12, 4)),
    ("ticketing/Ticket.remote_created_at", datetime(2026, 12, 4, 2, 30, tzinfo=UTC), date(2026, 12, 3)),
    ("crm/Engagement.start_time", datetime(2026, 12, 4, tzinfo=UTC), date(2026, 12, 3)),        # at seven in the evening in New York
    ("ats/ScheduledInterview.start_at", datetime(2026, 12, 4, tzinfo=UTC), date(2026, 12, 3)),
])
def test_midnight_utc_is_a_plain_day_except_for_fields_set_by_the_clock(field, moment, day):
    assert day_of(run_of("America/New_York"), catalogue().field(field), moment) == day
