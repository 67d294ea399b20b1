"""The parts of a board's drawing. `online/web/static/board/` draws the same, sign for sign, in the browser."""
