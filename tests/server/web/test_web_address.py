"""Where browsers are answered: what a host may write, and what is said of anything else."""

from pathlib import Path

import click
import pytest

from server.config.addresses import written
from server.config.environment import CannotDo
from server.config.settings import Settings
from server.hosting.cli import _read_origins
from server.web import address


def settings(web: str, *origins: str) -> Settings:
    return Settings(Path(), Path(), web=web, origins=origins)


@pytest.mark.parametrize(
    ("web", "host", "port"),
    [
        ("8080", "localhost", 8080),
        ("10.0.0.5:80", "10.0.0.5", 80),
        ("[2001:db8::1]:8080", "2001:db8::1", 8080),
        ("*:8080", "*", 8080),
    ],
)
def test_a_port_may_have_an_address(web: str, host: str, port: int) -> None:
    endpoint = address.endpoint(settings(web))
    assert (endpoint.host, endpoint.port) == (host, port)
    assert address.endpoint(settings(written(host, port))) == endpoint


@pytest.mark.parametrize("web", ["http://localhost:8080/", "web", "70000", "-1", "10.0.0.5:"])
def test_what_is_no_port_is_refused_with_an_example(web: str) -> None:
    with pytest.raises(CannotDo, match=r"--web .* is no port\. Write a port \(8080\)"):
        address.endpoint(settings(web))


def test_the_machine_itself_needs_no_origin_and_everybody_else_does() -> None:
    assert address.origins(settings("0"), 8081)[0] == "http://localhost:8081"
    assert "http://[::1]:8080" in address.origins(settings("8080"))
    assert address.origins(settings("*:80", "https://a.example")) == ("https://a.example",)
    with pytest.raises(CannotDo, match="needs --origin"):
        address.origins(settings("*:8080"))


def test_origins_are_read_as_browsers_write_them() -> None:
    given = ("https://Arcade.example/", "http://a.example:8080,https://b.example")
    context = click.Context(click.Command("serve"))
    assert _read_origins(context, click.Option(["--origin"]), given) == (
        *("https://arcade.example", "http://a.example:8080", "https://b.example"),
    )


@pytest.mark.parametrize(
    "origin", ["arcade.example", "https://", "https://a.example/play", "ssh://a"]
)
def test_what_is_no_origin_is_refused_with_an_example(origin: str) -> None:
    context = click.Context(click.Command("serve"))
    with pytest.raises(click.BadParameter, match=r"https://arcade\.example"):
        _read_origins(context, click.Option(["--origin"]), (origin,))
