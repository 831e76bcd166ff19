# SPDX-License-Identifier: Apache-2.0
"""How Sphinx builds the site; docs/build.py calls it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generator import headers  # noqa: E402
from generator.model import EXPLORER, Site  # noqa: E402

project = "scaling_limits"
author = "the authors of scaling_limits"
version = release = headers.version()
extensions = ["myst_nb", "sphinx_design", "sphinx.ext.mathjax", "generator.extension"]
scaling_limits_site = Site(Path(os.environ["DOXYGEN_OUTPUT"]))
scaling_limits_inputs = headers.fingerprint()  # pages are read again where the code that they show has changed

myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
myst_url_schemes = {"http": None, "https": None, "mailto": None, "explorer": EXPLORER}  # from the front pages
nb_execution_mode = "off"
nb_merge_streams = True
suppress_warnings = ["config.cache"]
nitpicky = False

language = "en"
smartquotes = False
toc_object_entries_show_parents = "hide"
html_theme = "furo"
html_title = "scaling_limits"
html_static_path = [str(HERE / "static"), os.environ["MATHJAX_OUTPUT"]]
html_css_files = ["site.css"]
html_js_files = [("../../versions.js", {"defer": "defer"}), ("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # it would fetch pages, which a page opened from a file may not
html_use_index = True
html_domain_indices = False
html_theme_options = {"sidebar_hide_name": False, "top_of_page_buttons": []}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "versions.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = [str(HERE / "templates")]
pygments_style = "tango"
pygments_dark_style = "native"
mathjax_path = "mathjax/tex-svg.js"
mathjax_options = {"defer": "defer"}
mathjax3_config = {"options": {"enableMenu": False}, "svg": {"fontCache": "global", "scale": 0.92}}


def unfolded(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """The sidebar unfolds where the reader is, and nowhere else: all of it in every page would be larger than the pages."""
    if "toctree" in context:
        whole = context["toctree"]
        context["toctree"] = lambda **options: whole(**{**options, "collapse": True})


def uncoloured(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Names, signs and white space in code look like text, words with no blank break nowhere: else an eighth of the site."""
    if "body" in context:
        context["body"] = re.sub(r'<span class="(?:[nopw]">([^<]+)|pre">([\w.]+))</span>', r"\1\2", context["body"])


def icons_in_use(sprite: str) -> str:
    """The icons that the theme puts into every page, without those of buttons that this site has not, and on few lines."""
    kept = re.sub(r'<symbol id="svg-(?:pencil|eye)".*?</symbol>', "", sprite, flags=re.DOTALL)
    return re.sub(r">\s+<", "><", re.sub(r"\s+", " ", kept))


def filters(app: Sphinx) -> None:
    """What templates/partials/icons.html uses."""
    app.builder.templates.environment.filters["icons_in_use"] = icons_in_use  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    """Called by Sphinx; before furo looks at the page."""
    for change in (unfolded, uncoloured):
        app.connect("html-page-context", change, priority=100)
    app.connect("builder-inited", filters)
