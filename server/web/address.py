"""Where browsers are answered, and under which addresses they know it."""

from server.config.addresses import LOCAL, LOOPBACKS, host_and_port, names, resolve, written
from server.config.environment import CannotDo
from server.config.settings import Settings
from server.doors.sockets import Endpoint

OPTION = "--web"


def endpoint(settings: Settings) -> Endpoint:
    """Return where to listen; raises `CannotDo` for what is no port."""
    host, port = host_and_port(settings.web, OPTION)
    return Endpoint(host, port, settings.share_port, settings.web_sockets, OPTION, OPTION)


def reached_at(settings: Settings) -> tuple[str, int]:
    """Return where this machine reaches the pages; raises `CannotDo`, or OSError for no host."""
    host, port = host_and_port(settings.web, OPTION)
    return resolve(host)[0].reached_at, port


def origins(settings: Settings, port: int = 0) -> tuple[str, ...]:
    """Return the addresses of the pages, the one to show first; raises `CannotDo`.

    Without `--origin` only those of the machine itself are known. `port` is the one that was bound.
    """
    if settings.origins:
        return settings.origins
    host, asked_for = host_and_port(settings.web, OPTION)
    if not set(names(host)) <= {LOCAL, *LOOPBACKS}:
        raise CannotDo(
            f"{OPTION} {settings.web} needs --origin as well: the address that browsers show, such "
            "as https://arcade.example."
        )
    return tuple(f"http://{written(name, port or asked_for)}" for name in (LOCAL, *LOOPBACKS))
