"""What a fork of `tests.ssh.forks` finds loaded: all that a command loads or reads at its start."""

import gc
import os

from server.config.environment import forget_terminal

forget_terminal(os.environ)

import server.cluster.workers  # noqa: E402
import server.hosting.cli  # noqa: E402
import server.hosting.run  # noqa: E402
import server.hosting.storage.transfer  # noqa: E402
import tests.ssh.warm  # noqa: E402, F401
from arcade.club.i18n.words import languages, own_name  # noqa: E402
from arcade.club.streams import mark  # noqa: E402
from arcade.players import roster  # noqa: E402
from arcade.rooms import table_rules  # noqa: E402

# As in tests/conftest.py. Nothing moves unless somebody turns motion on in the lobby: frames cost.
table_rules.PACES = {**table_rules.PACES, "normal": 0}
roster.PREFERENCES = {**roster.PREFERENCES, "motion": ("off", "on")}

server.hosting.run._load_screens()
mark.known()
for language in languages():
    own_name(language)  # reads its catalogues
gc.collect()
gc.freeze()
