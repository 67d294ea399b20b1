"""What the server counts, and how Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from flagfall.online.protocol.events import AnyEvent

CONTENT_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Durations:
    """A histogram that costs next to nothing to add to."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._sum += seconds

    def metric(self, name: str, about: str) -> Metric:
        bounds = (*map(str, _SECONDS), "+Inf")
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, about, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """Plain numbers, added up where things happen and put into words only when somebody asks."""

    def __init__(self) -> None:
        self._events: Counter[type] = Counter()
        self._refusals: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()
        self._closings: Counter[str] = Counter()
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._storing = Durations()
        self._answering = Durations()

    def stored(self, event: AnyEvent, seconds: float) -> None:
        self._events[type(event)] += 1
        self._storing.add(seconds)

    def refused(self, code: str) -> None:
        self._refusals[code] += 1

    def requested(self, status: int, seconds: float) -> None:
        self._requests[str(status)] += 1
        self._answering.add(seconds)

    def closed(self, why: str) -> None:
        self._closings[why] += 1

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        self._gauges[name] = about, value

    def text(self) -> bytes:
        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry)

    def collect(self) -> Iterator[Metric]:
        yield _counted("flagfall_events", "Events stored, by kind.", "kind", _by_name(self._events))
        yield _counted("flagfall_refusals", "Commands refused, by code.", "code", self._refusals)
        yield _counted("flagfall_requests", "HTTP requests, by status.", "status", self._requests)
        yield _counted("flagfall_closings", "Live connections closed, by reason.", "reason", self._closings)
        yield self._storing.metric("flagfall_storing_seconds", "From a command to the event being safe.")
        yield self._answering.metric("flagfall_answering_seconds", "From an HTTP request to its answer.")
        for name, (about, value) in self._gauges.items():
            yield GaugeMetricFamily(name, about, value=value())


def _by_name(counts: Counter[type]) -> Counter[str]:
    return Counter({kind.__name__.lower(): count for kind, count in counts.items()})


def _counted(name: str, about: str, label: str, counts: Counter[str]) -> Metric:
    metric = CounterMetricFamily(name, about, labels=[label])
    for value, count in sorted(counts.items()):
        metric.add_metric([value], count)
    return metric
