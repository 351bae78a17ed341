"""The table of the commands below `evergraph readings`, each a few lines: what it takes, and who does it."""

from pathlib import Path
from typing import Annotated

import typer

readings_app = typer.Typer(
    no_args_is_help=True, help="Learned readings of one company: questions whose plan a person confirmed or an operator wrote.")

Slug = Annotated[str | None, typer.Option("--tenant", metavar="SLUG", help="Only where there are several companies.")]


@readings_app.command("export")
def readings_export(file: Annotated[Path, typer.Argument(metavar="FILE", help="- for the screen.")], tenant: Slug = None) -> None:
    """Write those that hold for the whole company into a file."""
    from ui.cli.readings import ReadingCommands
    raise typer.Exit(ReadingCommands(tenant).export(file))


@readings_app.command("import")
def readings_import(file: Annotated[Path, typer.Argument(metavar="FILE")], tenant: Slug = None) -> None:
    """Have those of a file hold for the whole company; where one cannot be used, none is, and all that is wrong is told."""
    from ui.cli.readings import ReadingCommands
    raise typer.Exit(ReadingCommands(tenant).take_in(file))
