"""The table of the commands below `evergraph preferences`, each a few lines: what it takes, and who does it."""

from collections.abc import Callable
from typing import Annotated

import typer

preferences_app = typer.Typer(invoke_without_command=True)

Email = Annotated[str, typer.Option("--as", metavar="EMAIL", help="Whose preferences.")]
Slug = Annotated[str | None, typer.Option("--tenant", metavar="SLUG", help="Only where the e-mail is known in several companies.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON, nothing else.")]


@preferences_app.callback()
def preferences(
    context: typer.Context, person: Email, tenant: Slug = None,
    everything: Annotated[bool, typer.Option("--all", help="Also what does not hold any more.")] = False, as_json: AsJson = False,
) -> None:
    """What was learned of how a person wants things, and from which words; subcommands correct it, at once and everywhere."""
    from ui.cli.preferences import PreferenceCommands
    context.obj = PreferenceCommands(person, tenant)
    if context.invoked_subcommand is None:
        raise typer.Exit(context.obj.show(everything=everything, as_json=as_json))


PreferenceId = Annotated[str, typer.Argument(metavar="ID", help="As `evergraph preferences` shows it.")]


# What is done to one preference: command → the kind of its event, and the help.
_CHANGES: dict[str, tuple[str, str]] = {
    "forget": ("forgotten", "It does not hold any more, and is not learned again from the same words."),
    "never": ("never", "Forget it, and never learn anything of the kind."),
    "allow": ("allowed", "Of this kind may be learned again."),
    "accept": ("accepted", "Go by what was seen in what the person chose or asked; before that it decides nothing."),
    "refuse": ("refused", "Do not go by what was seen, and do not ask again."),
    "off": ("off", "Keep it, but do not use it."),
    "on": ("on", "Use it again."),
}


def _changing(kind: str) -> Callable[[typer.Context, str], None]:
    def change(context: typer.Context, preference: PreferenceId) -> None:
        raise typer.Exit(context.obj.change(preference, kind))

    return change


for _name, (_kind, _help) in _CHANGES.items():
    preferences_app.command(_name, help=_help)(_changing(_kind))


@preferences_app.command("pin")
def preferences_pin(
    context: typer.Context, preference: PreferenceId, off: Annotated[bool, typer.Option("--off", help="Unpin it.")] = False,
) -> None:
    """Only the person's own word changes it from now on."""
    raise typer.Exit(context.obj.change(preference, "unpinned" if off else "pinned"))


@preferences_app.command("edit")
def preferences_edit(context: typer.Context, preference: PreferenceId, value: Annotated[str, typer.Argument(metavar="VALUE")]) -> None:
    """Another value in its place."""
    raise typer.Exit(context.obj.edit(preference, value))


@preferences_app.command("undo")
def preferences_undo(context: typer.Context) -> None:
    """Take back the last thing that was learned or changed."""
    raise typer.Exit(context.obj.undo())


@preferences_app.command("shared")
def preferences_shared(context: typer.Context, as_json: AsJson = False) -> None:
    """What was proposed for everybody."""
    raise typer.Exit(context.obj.shared(as_json=as_json))


@preferences_app.command("confirm")
def preferences_confirm(context: typer.Context, preference: PreferenceId) -> None:
    """For operators: what was proposed holds for everybody."""
    raise typer.Exit(context.obj.decide(preference, confirm=True))


@preferences_app.command("reject")
def preferences_reject(context: typer.Context, preference: PreferenceId) -> None:
    """For operators: what was proposed, or confirmed, holds for nobody."""
    raise typer.Exit(context.obj.decide(preference, confirm=False))
