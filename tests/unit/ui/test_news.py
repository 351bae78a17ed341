"""One thread looks for the news of all runs that somebody listens to."""

import threading

from ui.asking.news import News


def test_what_was_told_elsewhere_is_seen_and_nobody_looks_after_the_close():
    looked = threading.Event()

    def counts(runs):
        looked.set()
        return [3 for _ in runs]

    before, news = set(threading.enumerate()), News(counts)
    news.has("run", 0)
    assert looked.wait(10)
    news.close()
    assert news.has("run", 2) and not news.has("run", 3)
    assert {thread for thread in threading.enumerate() if thread.name == "news"} <= before
