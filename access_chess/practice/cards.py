"""When a drill is due again: spaced repetition by FSRS, a day at the least between two times."""

from datetime import datetime

from fsrs import Card, Rating, Scheduler

from access_chess.practice.round import Grade

_RATINGS = {Grade.AGAIN: Rating.Again, Grade.HARD: Rating.Hard, Grade.GOOD: Rating.Good, Grade.EASY: Rating.Easy}

#: No steps of minutes: a round is played once a day. No chance either: the same answers make the same days.
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def reviewed(card: str | None, grade: Grade, at: datetime) -> tuple[str, datetime]:
    """The card of a drill after an attempt, as FSRS writes it, and when it is due; `card` is None at the first time.

    Instants are in UTC. Raises ValueError where the card is none.
    """
    try:
        before = Card(card_id=0, due=at) if card is None else Card.from_json(card)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"expected a card as FSRS writes it, got {card!r}") from error
    after, _ = _SCHEDULER.review_card(before, _RATINGS[grade], at)
    return after.to_json(), after.due
