"""The documentation as pages: `make site`. A link that leads nowhere is an error."""

from pathlib import Path
from shutil import copyfile

from sphinx.application import Sphinx

project = "ssh-arcade"
author = "the ssh-arcade maintainers"
html_title = "ssh-arcade"
html_theme = "furo"
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["arcade.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a1f2b", "color-brand-content": "#7a1f2b"},
    "dark_css_variables": {"color-brand-primary": "#e0b25c", "color-brand-content": "#e0b25c"},
}

extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/decisions/*.md",
    "arcade/games/*/rules.*.md",
    "docs/examples/*/*/rules.*.md",
]
myst_heading_anchors = 4
suppress_warnings = ["toc.not_included", "myst.header", "misc.highlighting_failure"]

CONTENTS = {  # those in lower case are in docs/
    "Play": "playing games screens album accessibility plain-games fair-dice bots",
    "Host": "hosting cluster browser reliability performance security",
    "Build": "CONTRIBUTING adding-a-game adding-a-screen api glossary decisions/README",
    "Project": "CHANGELOG versions licences SECURITY CODE_OF_CONDUCT",
}


def add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """Return the first page, which a forge shows as it is, the site's table of contents."""
    if name == root_doc:
        for caption, pages in CONTENTS.items():
            names = (name if name.isupper() else f"docs/{name}" for name in pages.split())
            lines = "\n".join(names)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"
    if name == "docs/decisions/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n0*\n```\n"


def add_index(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        copyfile(Path(app.outdir, "README.html"), Path(app.outdir, "index.html"))


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)
    app.connect("build-finished", add_index)
