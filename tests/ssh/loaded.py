"""What a fork of `tests.ssh.forks` finds loaded: what a command loads or reads, now or later."""

import contextlib
import gc
import os

from server.config.environment import CannotDo, forget_terminal

forget_terminal(os.environ)

import server.cluster.workers  # noqa: E402
import server.hosting.cli  # noqa: E402
import server.hosting.run  # noqa: E402
import server.hosting.storage.transfer  # noqa: E402
import server.hosting.verify  # noqa: E402
import server.monitoring.metrics  # noqa: E402
import server.text.line_mode  # noqa: E402
import server.web.listener  # noqa: E402
import server.webhooks.sender  # noqa: E402
import tests.ssh.warm  # noqa: E402, F401
from arcade.club.i18n.words import languages, own_name  # noqa: E402
from arcade.club.streams import mark  # noqa: E402
from arcade.engine import registry  # noqa: E402
from arcade.players import roster  # noqa: E402
from arcade.rooms import table_rules  # noqa: E402
from screens.games import view_class  # noqa: E402

# As in tests/conftest.py. Nothing moves unless somebody turns motion on in the lobby: frames cost.
table_rules.PACES = {**table_rules.PACES, "normal": 0}
roster.PREFERENCES = {**roster.PREFERENCES, "motion": ("off", "on")}

with contextlib.suppress(CannotDo):  # without `make web`
    server.web.files.page_files()  # compresses them
server.hosting.run._load_screens()
mark.known()
for language in languages():
    own_name(language)  # reads its catalogues
for key, game in registry.games().items():
    registry.part(game, "bots")
    view_class(key)
gc.collect()
gc.freeze()
