"""The rounds of `resolve` as plain loops, for the compiler: they change arrays in place and make none."""

from __future__ import annotations

from typing import Any


def play_rounds(
    start: int,
    end: int,
    payoffs: Any,
    across: Any,
    begin: Any,
    line: Any,
    legal: Any,
    legal_answers: Any,
    own: Any,
    prior: Any,
    refuse: Any,
    mine: Any,
    my_regret: Any,
    reach: Any,
    worth: Any,
    theirs: Any,
    their_regret: Any,
    against: Any,
    playing: Any,
    play_regret: Any,
    total: Any,
    replies: Any,
    shift: Any,
    plays_on: float,
    strays: float,
    habits: Any,
    runs: float,
    lines_added: Any,
    columns_added: Any,
    is_even: bool,
) -> None:
    """`across` is `payoffs` the other way round; `strays` is how often I am thought to choose anything, and `runs` how
    often the other follows its habits. The last lines of `reach` and `worth` are for what is illegal. What is added
    comes to the payoffs; where it is even, as much of the other plays on in every round."""
    sets, choices = legal.shape
    parts, others, answers = legal_answers.shape
    columns = others * answers
    for turn in range(start, end):
        reach[:] = 0
        for one in range(sets):
            count = 0
            for choice in range(choices):
                count += legal[one, choice]
            for choice in range(choices):
                astray = strays / count if legal[one, choice] else 0.0
                reach[line[one, choice]] += own[one] * ((1 - strays) * mine[one, choice] + astray)
        for part in range(parts):
            for column in range(columns):
                against[part, column] = columns_added[part, column]
            for row in range(begin[part], begin[part + 1]):
                if reach[row] > 0:
                    share = reach[row]
                    for column in range(columns):
                        against[part, column] -= share * payoffs[row, column]
        for row in range(len(worth)):
            worth[row] = lines_added[row]
        gain, mass = 0.0, 0.0
        for other in range(others):
            on = 0.0
            for part in range(parts):
                first = other * answers
                value = 0.0
                for answer in range(answers):
                    value += theirs[part, first + answer] * against[part, first + answer]
                on += value
                sum_ = 0.0
                for answer in range(answers):
                    if legal_answers[part, other, answer]:
                        regret = max(their_regret[part, first + answer] + against[part, first + answer] - value, 0.0)
                        their_regret[part, first + answer] = regret
                        sum_ += regret
                count = 0
                for answer in range(answers):
                    count += legal_answers[part, other, answer]
                for answer in range(answers):
                    if sum_ > 0:
                        chosen = their_regret[part, first + answer] / sum_
                    else:
                        chosen = legal_answers[part, other, answer] / max(count, 1)
                    theirs[part, first + answer] = (1 - runs) * chosen + runs * habits[part, first + answer]
            gain += prior[other] * (on - refuse[other])
            instead = refuse[other] + shift[0]
            value = playing[other] * on + (1 - playing[other]) * instead
            play_regret[other, 0] = max(play_regret[other, 0] + on - value, 0.0)
            play_regret[other, 1] = max(play_regret[other, 1] + instead - value, 0.0)
            sum_ = play_regret[other, 0] + play_regret[other, 1]
            playing[other] = play_regret[other, 0] / sum_ if sum_ > 0 else 0.5
            mass += prior[other] * (plays_on + (1 - plays_on) * playing[other])
        scale = 1 / mass if is_even else 1.0
        for other in range(others):
            weight = prior[other] * (plays_on + (1 - plays_on) * playing[other]) * scale
            for part in range(parts):
                for answer in range(answers):
                    column = other * answers + answer
                    share = weight * theirs[part, column]
                    if share > 0:
                        replies[part, column] += turn * share
                        for row in range(begin[part], begin[part + 1]):
                            worth[row] += share * across[column, row]
        shift[0] += (gain - shift[0]) * 2 / (turn + 1)
        for one in range(sets):
            value = 0.0
            for choice in range(choices):
                value += mine[one, choice] * worth[line[one, choice]]
            sum_ = 0.0
            count = 0
            for choice in range(choices):
                if legal[one, choice]:
                    regret = max(my_regret[one, choice] + worth[line[one, choice]] - value, 0.0)
                    my_regret[one, choice] = regret
                    sum_ += regret
                    count += 1
            for choice in range(choices):
                if sum_ > 0:
                    mine[one, choice] = my_regret[one, choice] / sum_
                elif legal[one, choice]:
                    mine[one, choice] = 1.0 / count
                total[one, choice] += turn * mine[one, choice]
