"""The table of the commands below `evergraph tenant`, each a few lines: what it takes, and who does it."""

from pathlib import Path
from typing import Annotated

import typer

tenant_app = typer.Typer(no_args_is_help=True, help="The settings of one company: its people and roles, definitions, words, age limits, policy.")

Slug = Annotated[str | None, typer.Option("--tenant", metavar="SLUG", help="Only where there are several companies.")]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON, nothing else.")]


@tenant_app.command("export")
def tenant_export(file: Annotated[Path, typer.Argument(metavar="FILE", help="- for the screen.")], tenant: Slug = None) -> None:
    """Write the settings into a file, to be changed and applied."""
    from ui.cli.tenant import TenantCommands
    raise typer.Exit(TenantCommands(tenant).export(file))


@tenant_app.command("apply")
def tenant_apply(file: Annotated[Path, typer.Argument(metavar="FILE")], tenant: Slug = None, is_sure: Sure = False) -> None:
    """Show what a file would change and open, and to whom; then make it so. What it leaves out stays."""
    from ui.cli.tenant import TenantCommands
    raise typer.Exit(TenantCommands(tenant).apply(file, is_sure))


@tenant_app.command("history")
def tenant_history(tenant: Slug = None, as_json: AsJson = False) -> None:
    """Every change of the settings: when, by whom, what."""
    from ui.cli.tenant import TenantCommands
    raise typer.Exit(TenantCommands(tenant).history(as_json=as_json))


@tenant_app.command("undo")
def tenant_undo(tenant: Slug = None) -> None:
    """Take back the last change that was not taken back."""
    from ui.cli.tenant import TenantCommands
    raise typer.Exit(TenantCommands(tenant).undo())


@tenant_app.command("rights")
def tenant_rights(
    person: Annotated[str, typer.Option("--as", metavar="EMAIL", help="Who would ask.")],
    whom: Annotated[str, typer.Option("--of", metavar="EMAIL", help="Of whom.")],
    tenant: Slug = None,
    as_json: AsJson = False,
) -> None:
    """What one person may see of another, class by class, and why."""
    from ui.cli.tenant import TenantCommands
    raise typer.Exit(TenantCommands(tenant).rights(person, whom, as_json=as_json))
