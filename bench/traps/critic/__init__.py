"""A way to play hidden traps that is measured beside `level:10` and is not played: whoever looks deep finds less in it,
but it is not as strong yet (docs/benchmarks-traps.md)."""
