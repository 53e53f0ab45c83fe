"""Slow visitors over a real socket of this machine: what takes too long is cut off."""

import asyncio
import contextlib

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from pbp.web.patience import Patient

SHORT, LONG = 0.05, 3600.0
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
FORM = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"


async def said(request: Request) -> PlainTextResponse:
    """Wait for the whole body, then answer."""
    body = await request.body()
    return PlainTextResponse(f"read {len(body)}")


@contextlib.asynccontextmanager
async def connected(*, head: float, whole: float):
    """A connection to a server that is so patient."""
    site = Starlette(routes=[Route("/", said, methods=["GET", "POST"])])
    config = uvicorn.Config(site, lifespan="off", log_config=None, ws="none", http="h11")
    config.load()

    class Visit(Patient):
        head_seconds, whole_seconds = head, whole

    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Visit(config, ServerState(), {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """All until the connection ends, however it ends."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def cut_off(sent: bytes, *, head: float, whole: float) -> bytes:
    async with connected(head=head, whole=whole) as (reader, writer):
        writer.write(sent)
        return await rest_of(reader)


@pytest.mark.parametrize("sent", [b"", b"G", HEAD])
def test_half_a_head_is_cut_off_without_an_answer(sent):
    assert asyncio.run(cut_off(sent, head=SHORT, whole=LONG)) == b""


def test_half_a_form_is_cut_off_without_an_answer():
    assert asyncio.run(cut_off(FORM + b"a=", head=LONG, whole=SHORT)) == b""


def test_the_second_request_of_a_connection_has_no_more_time_for_its_head():
    async def visit() -> bytes:
        async with connected(head=SHORT, whole=LONG) as (reader, writer):
            writer.write(HEAD + b"\r\n" + HEAD)
            return await rest_of(reader)

    assert asyncio.run(visit()).count(b"HTTP/1.1 200 OK") == 1


def test_who_is_quick_enough_is_answered_and_may_ask_again():
    async def visit() -> list[bytes]:
        async with connected(head=LONG, whole=LONG) as (reader, writer):
            answers = []
            for sent, last in ((HEAD + b"\r\n", b"read 0"), (FORM + b"a=1234567", b"read 9")):
                writer.write(sent)
                answers.append(await reader.readuntil(last))
            return answers

    assert all(b"200 OK" in answer for answer in asyncio.run(visit()))
