"""Commands that write what happened: records, proofs, recordings, reviews, and rules."""

import asyncio
import re

import msgspec

from arcade.club.i18n.words import languages, nearest
from arcade.club.operations.learning import PlayOn, TellReview
from arcade.club.operations.operation import CODE, Argument, Command
from arcade.club.operations.results import ReadReplay, ReadRules
from arcade.club.speech.curve import curve_texts, decisive_text
from arcade.club.speech.ending import costliest_text, finest_text
from arcade.club.start import Start
from arcade.engine.words import N_
from server.text import new_table
from server.text.cast_renderer import LARGEST, SMALLEST, USUAL, Order
from server.text.commands.call import (
    DIGITS,
    DONE,
    Call,
    answer,
    game_number,
    long_answer,
    misused,
    without_terminal,
)

RECORD, CHECKPOINT = "record@ssh-arcade", "checkpoint@ssh-arcade"
"""The namespaces of signatures: no other signature of the host key can pass for one of these."""

_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")


async def record(call: Call) -> int:
    """Write a table's facts, one JSON object a line; with `--signed`, a signature as well."""
    signed = call.arguments[1:] == ("--signed",)
    if call.arguments[1:] and not signed:
        return await misused(call, RECORD_COMMAND)
    async with long_answer(call):
        with call.club.allowance.guess(call.origin):
            facts = await call.club.record(call.arguments[0])
        record = bytearray()
        for fact in facts:
            line = msgspec.json.encode(fact) + b"\n"
            record += line if signed else b""
            await call.write(line.decode())
        if signed:
            await call.write(
                (await asyncio.to_thread(call.house.sign, bytes(record), RECORD)).decode()
            )
    return DONE


async def checkpoint(call: Call) -> int:
    """Write the day's checkpoint, signed, and the proofs for a table."""
    async with long_answer(call):
        with call.club.allowance.guess(call.origin):
            checkpoint, proofs = await call.club.checkpoint(*call.arguments)
        line = msgspec.json.encode(checkpoint) + b"\n"
        await call.write(line.decode())
        await call.write((await asyncio.to_thread(call.house.sign, line, CHECKPOINT)).decode())
        for proof in proofs:
            await call.write(msgspec.json.encode(proof).decode() + "\n")
    return DONE


async def cast(call: Call) -> int:
    code, *wishes = call.arguments
    number, size = 0, USUAL
    for wish in wishes:
        if match := _SIZE.fullmatch(wish):
            size = int(match[1]), int(match[2])
        elif wish.isdecimal() and len(wish) < DIGITS:
            number = int(wish)
        else:
            return await misused(call, CAST_COMMAND)
    if not all(
        low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)
    ):
        text = call.words.t(
            "A recording measures {least} to {most} cells.",
            least="×".join(map(str, SMALLEST)),
            most="×".join(map(str, LARGEST)),
        )
        return await call.complain(text)
    order = Order(number, call.words.language, *size)
    async with long_answer(call):
        with call.club.allowance.guess(call.origin):
            recording = await call.house.cast_renderer.record(call.club, code, order, call.origin)
        await call.write(recording.decode())
    return DONE


async def review(call: Call) -> int:
    """Write a game's chances, its decisive turn, and its best and worst moves."""
    code, *wishes = call.arguments
    number = game_number(wishes)
    if number is None:
        return await misused(call, TellReview.command)
    async with long_answer(call):
        review = await call.ask(TellReview(code, number))
    words, highlights = call.words, review.highlights
    lines = [] if review.curve is None else curve_texts(words, review.curve, highlights.names)
    lines += [] if review.curve is None else [decisive_text(words, review.curve, highlights.names)]
    lines += [finest_text(words, highlights), costliest_text(words, highlights)]
    text = "".join(f"{line}\n" for line in lines if line)
    return await answer(call, review.figures, text)


async def retry(call: Call) -> int:
    """Begin a session at the costliest choice of a finished game."""
    code, *wishes = call.arguments
    number = game_number(wishes)
    if number is None:
        return await misused(call, PlayOn.command)
    if not call.terminal:
        return await without_terminal(call)
    await call.ask(ReadReplay(code, number))  # refused here, before any screen
    return await call.client.play(Start("retry", code.upper(), number=number))


async def rules(call: Call) -> int:
    game, wish = new_table.split_game(call.arguments)
    number = "".join(wish[:1]) if wish and wish[0].isdecimal() else ""
    languages_asked = wish[1:] if number else wish
    if len(languages_asked) > 1:
        return await misused(call, ReadRules.command)
    language = "".join(languages_asked) or call.words.language
    if nearest(language) != language:
        text = call.words.t("The rules are available in: {known}", known=", ".join(languages()))
        return await call.complain(text)
    page = await call.ask(ReadRules(game, language))
    if number:
        sections = {part.split(" ", 1)[0]: part for part in page.split("\n## ")[1:]}
        if number not in sections:
            most = len(sections)
            return await call.complain(
                call.words.t("There are the sections 1 to {most}.", most=most)
            )
        page = f"## {sections[number]}"
    await call.write(page.rstrip("\n") + "\n")
    return DONE


RECORD_COMMAND = Command(
    "record",
    (CODE, Argument("--signed", optional=True)),
    N_("what happened at a table, one JSON object a line"),
)

CAST_COMMAND = Command(
    "cast",
    (CODE, Argument(N_("GAME_NO"), optional=True), Argument("100x30", optional=True)),
    N_("a finished game as an asciinema recording, a marker per turn"),
)
