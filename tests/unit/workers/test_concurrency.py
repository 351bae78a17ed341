"""In which order parts are synced."""

from hypothesis import given
from hypothesis import strategies as st

from workers.tasks.concurrency import in_turns


@given(st.lists(st.tuples(st.sampled_from(["crm/User", "crm/Account", "hris/Team"]), st.sampled_from("abc")), max_size=12))
def test_accounts_take_turns_and_each_keeps_its_own_order(parts):
    turns = in_turns(parts)
    assert all([p for p in turns if p[1] == account] == [p for p in parts if p[1] == account] for account in "abc")
    rounds = [[account for _, account in turns[:n]].count(turns[n][1]) for n in range(len(turns))]
    assert rounds == sorted(rounds)
