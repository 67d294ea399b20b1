"""Two people at two screens play every game to its end, come back after losses, and see what their seats may see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from flagfall import GAMES, Player
from flagfall.coach.evaluation.grades import in_words
from flagfall.draw import described
from flagfall.match import Match, Seat
from flagfall.online.table.commands import LONGEST_CHAT
from flagfall.record import Record, read
from flagfall.solve import solve
from tests.every_game import short_game
from tests.online.client import Live
from tests.online.server import lasting_port, server

from .conftest import Screens
from .screens import PATIENCE, Screen

PLAYED: dict[str, Record] = {game: short_game(game) for game in GAMES}


def spoken(seat: Seat) -> list[str]:
    """The book's lines for this seat, without drawings."""
    drawing = seat.view.board().split("\n")
    return [line for line in seat.said if line.strip() and line not in drawing]


def play_on(match: Match, screens: Mapping[Player, Screen], moves: Mapping[Player, str]) -> None:
    """Make a ply's moves at the screens, and see that each shows what its seat knows."""
    for player, move in moves.items():
        screens[player].choose(move)
        match.submit(player, move)
    for player, screen in screens.items():
        screen.at(len(match.plies))
        seat = match.seats[player]
        expect(screen.page.locator("#board desc")).to_have_text(described(seat.scene()))


BROKEN_WORDS = """() => {
  const range = document.createRange(), name = document.querySelector(".crumb").firstChild;
  const lines = (from, to) => {
    range.setStart(name, from);
    range.setEnd(name, to);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  const broken = ({ index, 0: word }) => lines(index, index + word.length) > 1;
  return [...name.data.matchAll(/\\S+/g)].filter(broken).map(String);
}"""
"""Of the game's name, which stands at the top beside much else."""


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game(game: str, screens: Screens, tmp_path: Path) -> None:
    record = PLAYED[game]
    one, two = screens("phone", "dark"), screens("desktop", "light")
    one.make(game)
    two.goto(one.invitation())
    match, seats = Match(record.start, apart=True), {Player.P1: one, Player.P2: two}
    for ply, moves in enumerate(record.plies):
        if ply == len(record.plies) // 3:
            two.page.reload()
            two.ready()
        if ply == len(record.plies) * 2 // 3:
            one.reopen()
        play_on(match, seats, moves)
    assert match.outcome == record.outcome is not None
    for player, screen in seats.items():
        verdict = {player: "You have won", player.other: "You have lost", None: "It's a draw"}[match.outcome.winner]
        expect(screen.page.locator("#result-title")).to_have_text(verdict)
        if match.outcome.winner is player.other:  # and not as if the loser had done it
            expect(screen.page.locator("#about")).to_contain_text(f"{player.other} wins")
        log = screen.lines("#log")
        assert [line for line in log if not line.startswith("Checked: ")] == spoken(match.seats[player])
        assert len(log) >= len(match.plies)
        assert read(screen.save(tmp_path))[0].plies == record.plies
    watcher = screens("desktop", "dark")
    watcher.goto(one.page.url.split("#")[0])
    one.page.reload()
    one.ready()
    expect(one.page.locator("#watchers")).to_have_text("1 watching")
    assert one.page.evaluate(BROKEN_WORDS) == []
    for screen in (one, two, watcher):
        walk_through(screen, match)


def walk_through(screen: Screen, match: Match) -> None:
    """Look at every moment of a game that is over: back by the buttons, on by the list of moves."""
    expect(screen.page.locator("#analysis-wait")).to_be_hidden(timeout=4 * PATIENCE)  # what comes late moves the others
    moments = [*(ply.before for ply in match.plies), match.position]
    for ply in reversed(range(len(match.plies))):
        screen.page.click("[data-step=back]")
        expect(screen.page.locator("#step")).to_have_text(f"After {ply} of {many(len(match.plies))}")
        expect(screen.page.locator("#board desc")).to_have_text(described(moments[ply].scene()))
    if not screen.page.locator("#history").is_visible():
        screen.page.click("#history-box > summary")
    for ply in range(1, len(moments)):
        screen.page.click(f"#history li:nth-child({ply}) button")
        expect(screen.page.locator("#board desc")).to_have_text(described(moments[ply].scene()))
    expect(screen.page.locator("#step")).to_have_text(f"After {many(len(match.plies))}")


def many(moves: int) -> str:
    return f"{moves} {'move' if moves == 1 else 'moves'}"


def test_a_killed_server_that_comes_back_is_only_a_pause(screens: Screens, tmp_path: Path) -> None:
    record, store, log = PLAYED["flag-chase"], f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log"
    with server(store, log, port=lasting_port()) as first:
        one, two = screens("desktop", address=first.address), screens("phone", address=first.address)
        one.make("flag-chase")
        two.goto(one.invitation())
        match, seats = Match(record.start), {Player.P1: one, Player.P2: two}
        for moves in record.plies[:6]:
            play_on(match, seats, moves)
        first.kill()
        for screen in seats.values():
            expect(screen.page.locator("#connection")).to_have_text("The connection was lost. Trying again …")
            expect(screen.page.locator(".spot")).to_have_count(0)
    with server(store, log, port=first.port):
        for screen in seats.values():
            expect(screen.page.locator("#connection")).to_be_hidden()
        for moves in record.plies[6:9]:
            play_on(match, seats, moves)
        for screen in seats.values():
            screen.troubles[:] = [each for each in screen.troubles if "WebSocket connection" not in each]


def test_a_number_is_sealed_and_shown_to_nobody_before_the_other_is_in(screens: Screens) -> None:
    one, two = screens("phone"), screens("desktop")
    one.make("flag-chase", query="?cells=2")
    two.goto(one.invitation())
    one.choose("forward")
    one.at(1)
    expect(one.page.locator("#prompt")).to_have_text("Your choice: a number from 1 to 5")
    expect(one.page.locator("#status")).to_have_text("Battle on cell 2")
    expect(one.page.locator("#about")).to_have_text("Both choose a number in secret.")
    one.page.click('[data-move="4"]')
    expect(one.page.locator("#confirm-yes")).to_have_text("Seal the 4")
    one.page.click("#confirm-no")
    expect(one.page.locator('[data-move="4"]')).to_have_attribute("aria-pressed", "false")
    one.choose("5")
    expect(one.page.locator("#sealed")).to_be_visible()
    expect(one.page.locator("#sealed-move")).to_have_text("")
    one.page.click("#sealed-show")
    expect(one.page.locator("#sealed-move")).to_have_text("5")
    expect(two.page.locator("#player-P1 .player-state")).to_have_text("sealed")
    assert "chose" not in (two.page.locator("#log").text_content() or "")
    two.choose("2")
    expect(two.page.locator("#result-title")).to_have_text("You have lost")
    expect(two.page.locator("#log")).to_contain_text("Player 1 chose 5.")
    for screen in (one, two):
        expect(screen.page.locator("#log")).to_contain_text("Checked: 2 sealed choices were fixed before being shown.")


@pytest.mark.long
def test_a_choice_that_stays_hidden_is_checked_when_it_is_shown(screens: Screens) -> None:
    """Both choose at once, and neither learns what the other chose before the end."""
    one, two, watcher = screens("phone"), screens("desktop"), screens("desktop")
    one.make("mines")
    two.goto(one.invitation())
    watcher.goto(one.page.url.split("#")[0])
    expect(one.page.locator("#hint")).to_have_text("Only you will see it.")
    one.choose("BURY 1L")
    expect(one.page.locator("#sealed")).to_contain_text("Nobody sees it before both have chosen.")
    two.choose("BURY 2R")
    for screen, written in (
        (one, "P1 BURY 1L | P2 BURY ?"),
        (two, "P1 BURY ? | P2 BURY 2R"),
        (watcher, "P1 BURY ? | P2 BURY ?"),
    ):
        screen.at(1)
        assert screen.lines("#history") == [written]
        expect(screen.page.locator("#log")).not_to_contain_text("Careful")
    assert "Checked" not in "".join(one.lines("#log") + two.lines("#log") + watcher.lines("#log"))
    two.page.click("#more > summary")
    two.page.click("#resign")
    two.page.click("#sure-yes")
    for screen in (one, two, watcher):
        expect(screen.page.locator("#log")).to_contain_text("Checked: 2 sealed choices were fixed before being shown.")
        assert screen.lines("#history") == ["P1 BURY 1L | P2 BURY 2R"]


def test_what_is_picked_stays_picked_while_others_do_something(screens: Screens) -> None:
    """Until it is confirmed or taken back, nothing that the other does takes a choice away, or makes it."""
    one, two = screens("phone"), screens()
    one.make("flag-chase", query="?cells=2", chat=True)
    two.goto(one.invitation())
    one.choose("forward")
    one.at(1)
    one.page.click('[data-move="4"]')

    def still_picked() -> None:
        expect(one.page.locator('[data-move="4"]')).to_have_attribute("aria-pressed", "true")
        expect(one.page.locator("#confirm-yes")).to_have_text("Seal the 4")
        expect(one.page.locator("#sealed")).to_be_hidden()

    two.page.fill("#chat-text", "Take your time")
    two.page.press("#chat-text", "Enter")
    expect(one.page.locator("#chat-lines")).to_contain_text("Take your time")
    still_picked()
    two.page.click("#more > summary")
    two.page.click("#ask-end")
    expect(one.page.locator("#offer")).to_be_visible()
    still_picked()
    two.choose("2")
    expect(one.page.locator("#player-P2 .player-state")).to_have_text("sealed")
    still_picked()
    two.page.close()
    expect(one.page.locator("#player-P2 .player-state")).to_contain_text("away")
    still_picked()
    one.page.click("#confirm-yes")
    expect(one.page.locator("#log")).to_contain_text("Player 1 chose 4.")


def test_a_bot_answers(screens: Screens) -> None:
    screen = screens("phone")
    screen.make("capture-the-flag", way="bot", seat="P2")
    expect(screen.page.locator("#player-P1 .player-name")).to_have_text("Bot, random")
    screen.at(1)
    screen.choose("1")
    screen.at(3)


@pytest.mark.parametrize(("game", "bot"), [("capture-the-flag", "perfect"), ("flag-chase-traps", "sampler")])
def test_the_bots_that_are_offered_can_play(game: str, bot: str, screens: Screens) -> None:
    screen = screens("phone")
    screen.make(game, way="bot", seat="P2", bot=bot)
    screen.at(1)
    offered = screen.page.request.get(f"/games/{game}").text()
    assert f'value="{bot}"' in offered and 'value="level:10"' in offered


def test_a_variation_is_previewed_made_and_played(screens: Screens) -> None:
    screen = screens("desktop")
    screen.page.goto("/games/grid-runner")
    screen.page.click("summary:has-text('Vary the rules')")
    screen.page.fill("#set-size", "6")
    screen.page.fill("#set-tokens", "2")
    screen.page.fill("#set-blocked", "2,2")
    screen.page.press("#set-blocked", "Tab")
    expect(screen.page.locator("#preview desc")).to_contain_text("2,2: blocked")
    expect(screen.page.locator("#preview desc")).to_contain_text("0,2; 0,3: P1, baseline of Player 1")
    screen.page.click("#start")
    screen.ready()
    expect(screen.page.locator("#settings")).to_have_text("size 6 · tokens 2 · blocked 2,2")
    screen.choose("0,3>1,4")
    screen.at(1)
    expect(screen.page.locator("#history")).to_have_text("P1 0,3>1,4")


def test_an_impossible_variation_is_explained(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/games/grid-runner?tokens=9")
    mistake = "Tokens must fit on a baseline, from 1 to 5, not 9."
    expect(screen.page.get_by_text(mistake)).to_have_count(1)
    screen.page.click("#start")
    expect(screen.page.locator("#start")).not_to_have_attribute("aria-disabled", "true")
    expect(screen.page.get_by_text(mistake)).to_have_count(1)
    expect(screen.page.locator("#refusal")).to_have_text(mistake)
    screen.troubles.clear()  # the browser itself writes down that a request was refused


# --- one screen for two ---


def test_two_people_share_one_screen_and_keep_their_numbers(screens: Screens) -> None:
    screen = screens("phone")
    screen.make("flag-chase", way="screen", query="?cells=2")
    expect(screen.page.locator("#status")).to_have_text("Player 1, your move")
    expect(screen.page.locator("#curtain")).to_be_hidden()
    screen.choose("forward")
    for name, move in (("Player 1", "3"), ("Player 2", "5")):
        expect(screen.page.locator("#curtain-open")).to_have_text(f"I am {name}: show me")
        expect(screen.page.locator(".number")).to_have_count(0)
        screen.page.click("#curtain-open")
        screen.choose(move)
    expect(screen.page.locator("#log")).to_contain_text("Player 1 chose 3.")
    expect(screen.page.locator("#log")).to_contain_text("Player 2 wins the battle!")


def test_on_a_shared_screen_traps_are_seen_only_behind_the_curtain(screens: Screens) -> None:
    screen = screens("desktop")
    screen.make("flag-chase-traps", way="screen")
    for name, move in (("Player 1", "TRAP 3 3"), ("Player 2", "TRAP 2 4")):
        expect(screen.page.locator("#curtain-open")).to_have_text(f"I am {name}: show me")
        assert "trap of" not in screen.board()
        screen.page.click("#curtain-open")
        screen.choose(move)
    expect(screen.page.locator("#curtain-open")).to_have_text("I am Player 1: show me")
    assert "trap of" not in screen.board()
    assert screen.lines("#history") == ["P1 TRAP ?", "P2 TRAP ?"]
    assert screen.lines("#log") == ["Player 1 places a trap.", "Player 2 places a trap."]
    screen.page.click("#curtain-open")
    expect(screen.page.locator("#log")).to_contain_text("Trap placed at your chosen location.")
    assert len(screen.lines("#log")) == 3  # the own one, and not the other's
    expect(screen.page.locator("#board desc")).to_contain_text("(3,3): trap of Player 1")
    assert "trap of Player 2" not in screen.board()
    screen.page.click("#curtain-close")
    expect(screen.page.locator("#board desc")).not_to_contain_text("trap of")


# --- around the game ---


def test_looking_back_and_coming_back_to_now(screens: Screens) -> None:
    one, two = screens("desktop"), screens("phone")
    one.make("capture-the-flag")
    two.goto(one.invitation())
    one.choose("2")
    two.at(1)
    two.choose("1")
    one.at(2)
    one.page.reload()
    one.ready()
    one.page.click("[data-step=first]")
    expect(one.page.locator("#board desc")).to_have_text("1: P1. 4: flag. 7: P2.")
    expect(one.page.locator("#step")).to_have_text("After 0 of 2 moves")
    expect(one.page.locator(".spot")).to_have_count(0)
    one.page.click("[data-step=on]")
    expect(one.page.locator("#board desc")).to_have_text("3: P1. 4: flag. 7: P2.")
    one.page.click("#history li:nth-child(2) button")
    expect(one.page.locator("#step")).to_have_text("After 2 moves")
    expect(one.page.locator(".spot")).to_have_count(1)


def test_a_turn_that_comes_while_one_looks_back_is_told_and_leads_back(screens: Screens) -> None:
    one, two = screens("phone"), screens()
    one.make("capture-the-flag")
    two.goto(one.invitation())
    one.choose("2")
    two.at(1)
    one.page.click("[data-step=back]")
    expect(one.page.locator("#looking-words")).to_have_text("You are looking back, at the board after 0 of 1 move.")
    two.choose("1")
    expect(one.page.locator("#status")).to_have_text("Your move")
    expect(one.page.locator("#looking-words")).to_have_text(
        "You are looking back, at the board after 0 of 2 moves. It is your turn now."
    )
    expect(one.page.locator("#board desc")).to_have_text("1: P1. 4: flag. 7: P2.")
    expect(one.page.locator(".spot")).to_have_count(0)
    one.page.click("#looking-back")
    expect(one.page.locator("#status")).to_have_text("Your move")
    expect(one.page.locator("#looking")).to_be_hidden()
    expect(one.page.locator("#board desc")).to_have_text("3: P1. 4: flag. 6: P2.")
    expect(one.page.locator(".spot")).to_be_focused()


@pytest.mark.long
def test_the_lines_of_the_analysis_lead_to_the_board_as_it_was(screens: Screens) -> None:
    one, watcher = screens(), screens("phone")
    one.make("capture-the-flag", way="screen")
    watcher.goto(one.page.url.split("#")[0])
    match = Match(GAMES["capture-the-flag"]())
    for move in ("1", "1", "1", "1", "1"):
        match.submit(*match.waiting(), move)
        one.choose(move)
        one.at(len(match.plies))
    solution = solve(match.start)
    worths = [solution.worth(position) for position in [ply.before for ply in match.plies][1:]]
    for screen in (one, watcher):
        for ply, worth in enumerate(worths, 1):
            expect(screen.page.locator(f"#grades li:nth-child({ply}) .hint")).to_have_text(f"{in_words(worth)}.")
        for ply in (4, 1, 3):
            screen.page.click(f"#grades li:nth-child({ply}) button")
            expect(screen.page.locator("#board desc")).to_have_text(described(match.plies[ply].before.scene()))
            expect(screen.page.locator("#frame")).to_be_in_viewport(ratio=1)
    watcher.page.click("#history-box summary")
    watcher.page.click("#history li:nth-child(2) button")
    expect(watcher.page.locator("#step")).to_have_text("After 2 of 5 moves")
    expect(watcher.page.locator("#frame")).to_be_in_viewport(ratio=1)


def test_what_one_player_looked_at_is_not_there_for_the_next_at_a_shared_screen(screens: Screens) -> None:
    """An answer that is late must not come into what the other player looks at."""
    screen = screens()
    screen.make("flag-chase-traps", way="screen")
    screen.page.click("#curtain-open")
    screen.choose("TRAP 3 3")
    screen.at(1)
    screen.page.click("#curtain-open")
    screen.choose("MOVE 4 4")
    screen.at(2)
    screen.page.reload()
    screen.ready()
    held: list[Route] = []
    screen.page.route("**/plies/1", lambda route: route.continue_() if held else held.append(route))
    screen.page.click("#curtain-open")
    with screen.page.expect_request("**/plies/1"):
        screen.page.click("[data-step=back]")
    screen.page.click("#curtain-close")
    expect(screen.page.locator("#curtain-open")).to_be_visible()
    with screen.page.expect_response("**/plies/1") as answer:
        held[0].continue_()
    answer.value.finished()
    expect(screen.page.locator("#step")).to_have_text("After 1 of 2 moves")
    expect(screen.page.locator("#board desc")).not_to_contain_text("trap of")


def test_offers_takebacks_and_a_rematch_with_seats_swapped(screens: Screens) -> None:
    one, two = screens("desktop"), screens("phone")
    one.make("capture-the-flag")
    two.goto(one.invitation())
    one.choose("2")
    two.at(1)
    one.page.click("#more > summary")
    one.page.click("#ask-takeback")
    expect(two.page.locator("#offer-title")).to_have_text("Player 1 asks to take back the last move.")
    two.page.click("#offer-yes")
    one.at(0)
    one.page.click("#resign")
    one.page.click("#sure-yes")
    expect(two.page.locator("#result-title")).to_have_text("You have won")
    one.page.click("#rematch")
    expect(one.page.locator("#rematch-words")).to_have_text("Waiting for the other player.")
    expect(two.page.locator("#rematch-words")).to_have_text("Player 1 wants to play again.")
    old = two.page.url
    two.page.click("#rematch")
    for screen in (one, two):
        screen.page.wait_for_url(lambda url: url.split("#")[0] != old.split("#")[0])
        screen.ready()
    expect(two.page.locator("#status")).to_have_text("Your move")
    expect(two.page.locator("#player-P1 .player-state")).to_have_text("to play")


@pytest.mark.long
def test_watchers_are_taken_along_to_a_rematch_and_have_the_record(screens: Screens, tmp_path: Path) -> None:
    one, two, watcher, reader, late = screens(), screens("phone"), screens("phone"), screens(), screens()
    one.make("capture-the-flag")
    two.goto(one.invitation())
    link = one.page.url.split("#")[0]
    for screen in (watcher, reader):
        screen.goto(link)
    one.choose("2")
    two.at(1)
    two.page.click("#more > summary")
    two.page.click("#resign")
    two.page.click("#sure-yes")
    expect(watcher.page.locator("#result-title")).to_have_text("Player 1 has won")
    assert len(read(watcher.save(tmp_path))[0].plies) == 1
    reader.page.click("[data-step=back]")
    expect(reader.page.locator("#about")).to_have_text("You are looking back, at the board after 0 of 1 move.")
    one.page.click("#rematch")
    two.page.click("#rematch")
    for screen in (one, two, watcher):
        screen.page.wait_for_url(lambda url: url.split("#")[0] != link)
        screen.ready()
    assert watcher.page.url == one.page.url.split("#")[0] == two.page.url.split("#")[0]
    two.choose("2")
    watcher.at(1)
    late.goto(link)
    for screen in (reader, late):  # who looks back, or comes later, is not torn away
        screen.page.get_by_role("link", name="Watch the rematch").click()
        screen.page.wait_for_url(watcher.page.url)
        screen.at(1)


@pytest.mark.long
def test_a_player_who_comes_late_finds_the_rematch(screens: Screens) -> None:
    one, two = screens(), screens()
    one.make("capture-the-flag")
    two.goto(one.invitation())
    old = one.page.url
    one.page.click("#more > summary")
    one.page.click("#resign")
    one.page.click("#sure-yes")
    one.page.click("#rematch")
    one.page.goto("/")
    two.page.click("#rematch")
    two.page.wait_for_url(lambda url: url.split("#")[0] != old.split("#")[0])
    one.goto(old)
    one.page.get_by_role("link", name="Go to the rematch").click()
    one.page.wait_for_url(two.page.url.split("#")[0] + "#*")
    one.ready()
    expect(one.page.locator("#player-P2 .player-name")).to_have_text("You")


def test_on_a_shared_screen_only_the_last_move_is_taken_back(screens: Screens) -> None:
    one = screens()
    one.make("capture-the-flag", way="screen")
    one.choose("2")
    one.at(1)
    one.choose("1")
    one.at(2)
    one.page.click("#more > summary")
    one.page.click("#ask-takeback")
    expect(one.page.locator("#offer-title")).to_have_text("Player 2 asks to take back the last move.")
    one.page.click("#offer-yes")
    one.at(1)
    expect(one.page.locator("#prompt")).to_contain_text("Player 2")


def test_who_is_away_is_told(screens: Screens) -> None:
    one, two = screens("desktop"), screens("phone")
    one.make("grid-runner")
    expect(one.page.locator("#player-P2 .player-state")).to_have_text("not here yet")
    two.goto(one.invitation())
    expect(one.page.locator("#player-P2 .player-state")).to_have_text("here")
    expect(one.page.locator("#share")).to_be_hidden()
    two.page.close()
    expect(one.page.locator("#player-P2 .player-state")).to_have_text("away")
    expect(one.page.locator("#announce")).to_have_text("Player 2 is away.")


def test_an_invitation_is_for_one_and_the_next_may_watch(screens: Screens) -> None:
    one, two, three = screens(), screens("phone"), screens("phone")
    one.make("grid-runner")
    link = one.invitation()
    two.goto(link)
    expect(one.page.locator("#share")).to_be_hidden()
    three.goto(link)
    expect(three.page.locator("#refusal")).to_contain_text("You are watching.")
    expect(three.page.locator("#status")).to_have_text("Waiting for Player 1")
    expect(three.page.locator(".spot")).to_have_count(0)
    three.troubles.clear()  # the browser itself writes down that the request was refused


@pytest.mark.parametrize("reload", [False, True])
def test_a_renewal_whose_answer_is_lost_loses_no_seat(screens: Screens, reload: bool) -> None:
    one = screens()
    one.make("capture-the-flag")
    old = one.page.url
    asked: list[str] = []

    def lose(route: Route) -> None:
        """The server does it, and the answer does not come through."""
        asked.append(route.request.post_data or "")
        if len(asked) == 1:
            route.fetch()
            route.abort()
        elif not reload:  # else it hangs until the page is left
            route.fallback()

    one.page.route("**/renew", lose)
    one.page.click("#more > summary")
    with one.page.expect_event("requestfailed"):
        one.page.click("#renew")
    if reload:  # in the middle of it
        one.page.unroute("**/renew")
        one.page.reload()
    expect(one.page.locator("#renewed")).to_have_text("Your link is a new one. The old one no longer works.")
    assert one.page.url != old and len(set(asked)) == 1
    assert "renewing" not in one.page.evaluate("localStorage.getItem('flagfall.games')")
    one.choose("2")
    one.at(1)
    one.troubles.clear()


def test_the_secret_of_a_link_never_leaves_in_an_address(screens: Screens) -> None:
    one, two = screens(), screens()
    asked: list[str] = []
    for screen in (one, two):
        screen.page.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer', '')}"))
    one.make("flag-chase")
    invitation = one.invitation()
    two.goto(invitation)
    secrets = [one.page.url.split("#")[1], two.page.url.split("#")[1], invitation.split("#join-")[1]]
    assert len(asked) > 20
    assert not any(secret in line for secret in secrets for line in asked)


def test_clocks_count_down(screens: Screens) -> None:
    one, two = screens("phone"), screens()
    one.page.goto("/games/grid-runner")
    one.page.select_option("#clock", "game 300 5")
    one.page.click("#start")
    one.ready()
    expect(one.page.locator("#player-P1 .clock")).to_have_text("5:00")
    two.goto(one.invitation())
    expect(one.page.locator("#player-P1 .clock")).to_have_text(re.compile(r"4:[0-5]\d"))
    expect(one.page.locator("#player-P2 .clock")).to_have_text("5:00")


def test_chat_is_there_only_if_it_was_wanted(screens: Screens) -> None:
    one, two = screens("phone"), screens()
    one.make("grid-runner", chat=True)
    two.goto(one.invitation())
    one.page.fill("#chat-text", "<b>Good luck</b>")
    one.page.press("#chat-text", "Enter")
    expect(two.page.locator("#chat-lines")).to_have_text("Player 1: <b>Good luck</b>")
    expect(one.page.locator("#chat-lines")).to_have_text("You: <b>Good luck</b>")
    two.make("grid-runner")
    expect(two.page.locator("#chat")).to_be_hidden()


@pytest.mark.long
def test_a_line_of_chat_that_is_refused_stays_in_the_field(screens: Screens) -> None:
    one = screens("phone")
    one.make("grid-runner", chat=True)
    game, token = one.page.url.split("/g/")[1].split("#")
    with Live(one.address, game, token) as same_seat:
        for number in range(LONGEST_CHAT):
            same_seat.do("chat", text=str(number))
    one.page.fill("#chat-text", "One more")
    one.page.press("#chat-text", "Enter")
    refusal = f"A game has room for {LONGEST_CHAT} lines of chat, and they are used up."
    expect(one.page.locator("#refusal")).to_have_text(refusal)
    expect(one.page.locator("#chat-text")).to_have_value("One more")


def test_sound_and_vibration_are_off_until_turned_on(screens: Screens) -> None:
    screen = screens("phone")
    screen.make("grid-runner")
    screen.page.click("#more > summary")
    expect(screen.page.locator("#sound")).not_to_be_checked()
    expect(screen.page.locator("#vibration")).not_to_be_checked()
    screen.page.check("#sound")
    screen.page.reload()
    screen.ready()
    expect(screen.page.locator("#sound")).to_be_checked()
