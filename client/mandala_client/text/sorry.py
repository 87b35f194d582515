"""Errors that a person meets: one sentence and what to do, exit code 1, never a traceback."""

from __future__ import annotations

import click


class Sorry(click.ClickException):
    """Something is not possible; the text is for a person."""

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click's shape
        click.echo(self.message, err=True)
