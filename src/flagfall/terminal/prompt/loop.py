"""The loop of every game in plain lines: a question, a line, and what it does."""

from __future__ import annotations

from .commands import find
from .table import Question, Table


def play(table: Table) -> None:
    """Ask until there is nothing more to ask."""
    while question := table.question():
        line = table.read(question)
        if line is not None:
            obey(table, question, line)


def obey(table: Table, question: Question, line: str) -> None:
    """Do what a line says: a command, or an answer to the question."""
    command = find(table.where, line)
    if not command or (command.acts and question.insists):
        question.answer(line)
    elif table.begun or command.early:
        command.run(table, " ".join(line.split(maxsplit=1)[1:]).strip())
    else:
        table.console.tell("The server has not answered yet.")
