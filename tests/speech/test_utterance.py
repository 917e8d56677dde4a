"""An utterance is read as its parts one after the other."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.speech import utterance
from access_chess.speech.utterance import (
    Channel,
    Priority,
    SpeechQueue,
    Utterance,
    added,
    begun,
    finished,
    repeated,
    share_an_ear,
    silenced,
    spoken_part,
)


def test_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(utterance).failed == 0


def test_what_is_read_and_what_is_spoken_are_apart() -> None:
    part = spoken_part("Bauer Eva vier schlaegt", language="de", spoken="Bauer Eva vier schlägt")
    said = Utterance(parts=(part, spoken_part("check", language="en")))
    assert said.text == "Bauer Eva vier schlaegt check"
    assert [part.spoken for part in said.parts] == ["Bauer Eva vier schlägt", "check"]


NOW, NEXT, NORMAL = Priority.NOW, Priority.NEXT, Priority.NORMAL
WHITE, BLACK, ROOM = Channel.WHITE, Channel.BLACK, Channel.ROOM


def saying(
    text: str, priority: Priority = NORMAL, channel: Channel = ROOM, *, event: int | None = None, pace: float = 1.0
) -> Utterance:
    part = spoken_part(text, language="en")
    return Utterance(parts=(part,), priority=priority, channel=channel, event=event, pace=pace)


def queue_of(*utterances: Utterance, queue: SpeechQueue | None = None) -> SpeechQueue:
    queue = queue or SpeechQueue()
    for each in utterances:
        queue = added(queue, each)
    return queue


def started(queue: SpeechQueue) -> SpeechQueue:
    return begun(queue)[0]


def said(queue: SpeechQueue) -> list[str]:
    """The texts in the order in which they begin, each being said to its end."""
    texts = []
    for _ in range(1000):
        queue, starting = begun(queue)
        texts += [utterance.text for utterance in starting]
        if not queue.speaking:
            return texts
        queue = finished(queue, queue.speaking[0])
    raise AssertionError("the queue never comes to its end")


@pytest.mark.parametrize(
    ("given_to_say", "order"),
    [
        pytest.param(["a", "b", "c"], "abc", id="in turn"),
        pytest.param(["a", "b", ("n", NEXT), ("m", NEXT)], "nmab", id="next goes before normal, in turn"),
        pytest.param(["a", ("n", NEXT), ("u", NOW)], "una", id="now goes before next"),
        pytest.param([("u", NOW), ("v", NOW)], "uv", id="now waits for now"),
    ],
)
def test_order_of_what_waits(given_to_say: list[str | tuple[str, Priority]], order: str) -> None:
    utterances = [saying(given) if isinstance(given, str) else saying(*given) for given in given_to_say]
    assert "".join(said(queue_of(*utterances))) == order


def test_now_cuts_off_and_what_was_cut_off_is_said_again_before_the_rest() -> None:
    queue = started(queue_of(saying("first"), saying("second")))
    queue = queue_of(saying("stop the clocks", NOW), queue=queue)
    assert queue.speaking == ()
    assert said(queue) == ["stop the clocks", "first", "second"]


@pytest.mark.parametrize("priority", [NEXT, NORMAL])
def test_only_now_cuts_off(priority: Priority) -> None:
    queue = started(queue_of(saying("first")))
    assert [other.text for other in added(queue, saying("other", priority)).speaking] == ["first"]


def test_now_does_not_cut_off_now() -> None:
    queue = started(queue_of(saying("flag", NOW)))
    assert said(queue_of(saying("draw", NOW), queue=queue)) == ["draw"]
    assert queue_of(saying("draw", NOW), queue=queue).speaking[0].text == "flag"


def test_the_two_ears_are_independent_and_the_room_needs_both() -> None:
    queue, starting = begun(queue_of(saying("w", channel=WHITE), saying("room"), saying("b", channel=BLACK)))
    assert [utterance.text for utterance in starting] == ["w"], "Black's word must not overtake the room's"
    queue, starting = begun(finished(queue, queue.speaking[0]))
    assert [utterance.text for utterance in starting] == ["room"]
    queue, starting = begun(finished(queue, queue.speaking[0]))
    assert [utterance.text for utterance in starting] == ["b"]
    _, starting = begun(queue_of(saying("w", channel=WHITE), saying("b", channel=BLACK)))
    assert [utterance.text for utterance in starting] == ["w", "b"]


def test_now_in_one_ear_leaves_the_other_alone() -> None:
    queue = started(queue_of(saying("w", channel=WHITE), saying("b", channel=BLACK)))
    queue = queue_of(saying("urgent", NOW, WHITE), queue=queue)
    assert [utterance.text for utterance in queue.speaking] == ["b"]


def test_the_same_event_is_told_once_to_the_same_ears() -> None:
    once = saying("Springer Gustav eins Felix drei", event=7)
    assert said(queue_of(once, once)) == [once.text]
    queue = started(queue_of(once))
    assert queue_of(once, queue=finished(queue, once)).waiting == ()
    assert len(said(queue_of(saying("moved", channel=WHITE, event=7), saying("moved", channel=BLACK, event=7)))) == 2


def test_what_is_asked_twice_is_answered_twice() -> None:
    assert said(queue_of(saying("four minutes"), saying("four minutes"))) == ["four minutes", "four minutes"]


def test_silence_ends_what_sounds_and_drops_answers_but_no_event() -> None:
    queue = started(queue_of(saying("help text"), saying("more help"), saying("Knight takes bishop", event=3)))
    queue = silenced(queue, ROOM)
    assert queue.speaking == ()
    assert said(queue) == [], "silence lasts until something new is to be said"
    assert said(queue_of(saying("e four is empty", NOW), queue=queue)) == ["e four is empty", "Knight takes bishop"]


def test_silence_of_one_player_is_theirs_alone() -> None:
    queue = started(queue_of(saying("w", channel=WHITE), saying("b", channel=BLACK), saying("room")))
    queue = silenced(queue, WHITE)
    assert [utterance.text for utterance in queue.speaking] == ["b"]
    assert said(queue) == ["room"]


def test_repeat_says_the_last_thing_again_and_slower_if_asked() -> None:
    queue = started(queue_of(saying("w", channel=WHITE, event=1)))
    queue = finished(queue, queue.speaking[0])
    queue = started(queue_of(saying("b", channel=BLACK, event=2), queue=queue))
    assert said(repeated(queue, WHITE)) == ["w"]
    slower = repeated(queue, WHITE, slower=True).waiting[0]
    assert slower.pace < 1.0
    assert said(repeated(started(repeated(queue, WHITE)), WHITE)) == ["w"], "and again"


def test_repeat_of_what_is_being_said_begins_anew() -> None:
    queue = repeated(started(queue_of(saying("long"))), ROOM)
    assert queue.speaking == ()
    assert said(queue) == ["long"]


def test_repeat_with_nothing_said_changes_nothing() -> None:
    assert repeated(SpeechQueue(), ROOM) == SpeechQueue()


@st.composite
def utterances(draw: st.DrawFn) -> list[Utterance]:
    kinds = draw(st.lists(st.tuples(st.sampled_from(Priority), st.sampled_from(Channel)), max_size=12))
    return [saying(f"event {number}", *kind, event=number) for number, kind in enumerate(kinds)]


@given(utterances(), st.data())
def test_every_event_is_heard_and_no_ear_hears_two_at_once(events: list[Utterance], data: st.DataObject) -> None:
    """Whatever keys are pressed meanwhile: each event begins, and is begun again only when it was cut off."""
    queue = SpeechQueue()
    begun_texts: list[str] = []
    cut_off = 0
    for event in events:
        before = queue.speaking
        queue = added(queue, event)
        cut_off += len(before) - len(queue.speaking)
        for step in data.draw(st.lists(st.sampled_from(["begin", "finish", "silence"]), max_size=4)):
            if step == "begin":
                queue, starting = begun(queue)
                begun_texts += [utterance.text for utterance in starting]
            elif step == "finish" and queue.speaking:
                queue = finished(queue, data.draw(st.sampled_from(queue.speaking)))
            elif step == "silence":
                queue = silenced(queue, data.draw(st.sampled_from(Channel)))
            ears = [utterance.channel for utterance in queue.speaking]
            assert not any(share_an_ear(one, other) for place, one in enumerate(ears) for other in ears[:place])
    begun_texts += said(added(queue, saying("end")))
    assert {event.text for event in events} <= set(begun_texts)
    assert len(begun_texts) == len(events) + 1 + cut_off
