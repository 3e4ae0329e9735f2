"""Commands about the caller: keys, friends, webhook, and what is stored about them."""

from arcade.club.operations.account import ForgetMe, NewRecovery
from arcade.club.operations.operation import Argument, Command
from arcade.club.operations.people import Befriend, ListFriends, Unfriend
from arcade.club.operations.webhook import SetWebhook
from arcade.club.speech.company.friends import friend_lines, marked_text
from arcade.club.speech.company.webhook import webhook_texts
from arcade.club.speech.ssh_command import by_ssh, forgetting_text, recovery_text
from arcade.engine.words import N_
from arcade.players import names
from arcade.players.player import Player
from arcade.rooms.errors import refused
from server.terminal.line_input import TYPED
from server.text.commands.call import DONE, Call, Keyless, long_answer, saying

webhook = saying(SetWebhook, webhook_texts)
friends = saying(ListFriends, friend_lines)
friend = saying(Befriend, marked_text)
unfriend = saying(Unfriend, marked_text)


async def link(call: Call) -> int:
    """Write a code for another key of the same person; with a code, link this key to them."""
    if call.arguments:
        return await _linked(call)
    player = call.must_have_key()
    code = call.club.devices.code(player)
    how = f"{by_ssh('play', call.club.address)} link {code}"
    text = call.words.t("From the other device, within ten minutes: {how}", how=how)
    await call.write("\n".join((text, *_others(call, player))) + "\n")
    return DONE


async def web(call: Call) -> int:
    """Write the address at which a browser becomes one more key of this person."""
    if not call.club.watch_links.site:
        raise refused("This server shows nothing in browsers.")
    code = call.club.devices.code(call.must_have_key())
    how = call.club.watch_links.to_link(code)
    await call.write(call.words.t("In your browser, within ten minutes: {how}", how=how) + "\n")
    return DONE


async def recovery(call: Call) -> int:
    """Write a recovery code; with a recovery code, link this key."""
    if call.arguments:
        return await _linked(call)
    call.must_have_key()
    code = (await call.ask(NewRecovery())).code
    await call.write("\n".join(recovery_text(call.words, code, call.club.address)) + "\n")
    return DONE


async def export(call: Call) -> int:
    """Write everything stored about the caller, one JSON object a line."""
    player = call.must_have_key()
    async with long_answer(call):
        async for line in call.club.own_data(player):
            await call.write(line.decode())
    return DONE


async def forget(call: Call) -> int:
    """Say what being forgotten means; with the caller's own name, do it."""
    call.must_have_key()
    words, asked = call.words, await call.ask(ForgetMe(*call.arguments))
    if asked.forgotten:
        await call.write(words.t("You are forgotten here. Farewell.") + "\n")
        await call.house.sweep()
        return DONE
    how = by_ssh("play", call.club.address) + " export"
    await call.write("\n".join(forgetting_text(words, asked.name, how)) + "\n")
    return DONE


async def _linked(call: Call) -> int:
    """Link the caller's key to the owner of a code; "-": the next line is the code."""
    words, code = call.words, call.arguments[0]
    if not call.key:
        raise Keyless
    if code == TYPED:  # other people on the client's machine may see arguments
        await call.client.complain(words.t("Type your code, then Enter:") + " ")
        code = (await call.client.read()).strip()
    player = await call.club.devices.link(call.key, code, call.origin)
    text = words.t("You are now {name} with this key too.", name=player.name)
    if not player.name:
        text = words.t("This key is now yours: log in with it and choose your name.")
    # A person who recovers has lost a key, and says here which one.
    others = _others(call, player) if names.read_recovery_code(code) else []
    await call.write("\n".join((text, *others)) + "\n")
    await call.house.sweep()
    return DONE


def _others(call: Call, player: Player) -> list[str]:
    """Return a person's other keys, and how to remove one."""
    others = [f"  {key}" for key in call.club.accounts.keys(player) if key != call.key]
    text = call.words.t("Your other keys (unlink KEY removes one):")
    return [text, *others] if others else []


async def unlink(call: Call) -> int:
    """Remove a key, by default the caller's."""
    player, key = call.must_have_key(), (*call.arguments, call.key)[0]
    await call.club.devices.unlink(player, key, call.key)
    await call.write(call.words.t("Done: that key is no longer linked to you.") + "\n")
    await call.house.sweep()
    return DONE


EXPORT_COMMAND = Command("export", (), N_("everything stored about you, one JSON object a line"))

KEY = Argument(N_("KEY"), optional=True)
