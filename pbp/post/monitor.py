"""A small HTTP listener on this machine alone: /metrics for Prometheus, /health for a monitor.

GET and HEAD, one request a connection, two paths. Must never listen on another machine's network
(the configuration allows loopback only), nor answer with anything but numbers and fixed words.
"""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbp.post.trouble import name_of
from pbp.post.vitals import HELP, Reading, Vitals

if TYPE_CHECKING:
    from prometheus_client.core import Metric

_log = logging.getLogger(__name__)

REQUEST_SECONDS = 5.0
"""How long a request may take to be said."""
REQUEST_MAX = 8 * 1024
"""Bytes of a request."""


class Monitor:
    """Listens once started."""

    def __init__(self, host: str, port: int, vitals: Vitals) -> None:
        """port: 0 takes any free one; see `port` once it is started."""
        self._host = host
        self.port = port
        self._vitals = vitals
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: the port is taken.
        """
        self._server = await asyncio.start_server(
            self._talk, self._host, self.port, limit=REQUEST_MAX
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), REQUEST_SECONDS)
            writer.write(await self._answer(asked.split(b"\r\n", 1)[0]))
            await writer.drain()
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            _log.debug("a request was not finished")
        except Exception as error:
            _log.error("a request failed: error=%s", name_of(error))
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> bytes:
        method, _, rest = line.partition(b" ")
        path = rest.split(b" ", 1)[0].partition(b"?")[0]
        if method not in (b"GET", b"HEAD"):
            return _reply(405, "text/plain; charset=utf-8", b"GET or HEAD\n")
        if path not in (b"/metrics", b"/health"):
            return _reply(404, "text/plain; charset=utf-8", b"/metrics or /health\n")
        reading = await asyncio.to_thread(self._vitals.read)
        troubles = self._vitals.troubles(reading)
        if path == b"/metrics":
            body, kind = _exposed(reading, not troubles)
            return _reply(200, kind, body, bare=method == b"HEAD")
        told = {"status": "failing" if troubles else "ok", "troubles": troubles}
        status, words = 503 if troubles else 200, json.dumps(told).encode() + b"\n"
        return _reply(status, "application/json", words, bare=method == b"HEAD")


_REASONS = {
    200: "OK",
    404: "Not Found",
    405: "Method Not Allowed",
    503: "Service Unavailable",
}


def _reply(status: int, kind: str, body: bytes, *, bare: bool = False) -> bytes:
    head = (
        f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + (b"" if bare else body)


def _exposed(reading: Reading, healthy: bool) -> tuple[bytes, str]:
    """The numbers as Prometheus reads them, and the type of that text."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
    from prometheus_client.registry import Collector

    class OneReading(Collector):
        def collect(self) -> "Iterator[Metric]":
            yield from _metrics(reading, healthy)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(OneReading())
    return generate_latest(registry), CONTENT_TYPE_LATEST


def _metrics(reading: Reading, healthy: bool) -> "Iterator[Metric]":
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

    def gauge(name: str, value: float) -> "Metric":
        return GaugeMetricFamily(f"pbp_{name}", HELP[name], value=value)

    def by_state(name: str, values: dict[str, int]) -> "Metric":
        family = GaugeMetricFamily(f"pbp_{name}", HELP[name], labels=["state"])
        for state, value in values.items():
            family.add_metric([state], value)
        return family

    yield gauge("healthy", healthy)
    yield gauge("referee_round_age_seconds", reading.round_age)
    journal = reading.journal
    if journal is None:
        return
    yield CounterMetricFamily("pbp_letters", HELP["letters"], value=journal.letters)
    yield CounterMetricFamily("pbp_clock_steps", HELP["clock_steps"], value=reading.clock_steps)
    yield gauge("letters_unread", journal.unread)
    yield gauge("letters_unread_age_seconds", reading.unread_age)
    yield gauge("intake_lag_seconds", reading.intake_lag)
    yield gauge("intakes_silent", reading.silent)
    waiting = {"queued": journal.queued, "sending": journal.sending, "failed": journal.failed}
    yield by_state("mails", {**waiting, "sent": journal.mails - sum(waiting.values())})
    yield gauge("mails_queue_age_seconds", reading.queue_age)
    yield by_state("games", journal.games)
    if reading.next_deadline is not None:
        yield gauge("deadline_seconds", reading.next_deadline)
