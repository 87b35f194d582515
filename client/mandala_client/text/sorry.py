"""Errors that a person meets: one sentence and what to do, exit code 1, never a traceback."""

from __future__ import annotations

import click

from mandala_client.text.lines import print_line


class Sorry(click.ClickException):
    """Something is not possible; the text is for a person."""

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click's shape
        print_line(self.message, aside=True)
