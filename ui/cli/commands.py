"""The table of commands, each a few lines: what it takes, and who does it."""

from pathlib import Path
from typing import Annotated

import typer

from ui.cli.preference_commands import preferences_app
from ui.cli.reading_commands import readings_app
from ui.cli.tenant_commands import tenant_app

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
                  help="Answers questions over a company's work apps: the graph finds, the source answers.")
graph_app = typer.Typer(invoke_without_command=True)
app.add_typer(graph_app, name="graph")
joins_app = typer.Typer(invoke_without_command=True)
app.add_typer(joins_app, name="joins")
tenants_app = typer.Typer(invoke_without_command=True)
app.add_typer(tenants_app, name="tenants")
history_app = typer.Typer(invoke_without_command=True)
app.add_typer(history_app, name="history")
key_app = typer.Typer(invoke_without_command=True)
app.add_typer(key_app, name="key")
app.add_typer(preferences_app, name="preferences")
app.add_typer(readings_app, name="readings")
app.add_typer(tenant_app, name="tenant")

Email = Annotated[str, typer.Option("--as", metavar="EMAIL", help="Who asks.")]
Slug = Annotated[str | None, typer.Option("--tenant", metavar="SLUG", help="Only where the e-mail is known in several companies.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON, nothing else.")]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A company folder.")]


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="In plain words; with --reply an option's id, its label, or free words.")],
    person: Email,
    tenant: Slug = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="Go on with this conversation.")] = None,
    reply: Annotated[str | None, typer.Option(metavar="QUESTION_ID", help="Answer a question that was put.")] = None,
    plan: Annotated[Path | None, typer.Option(metavar="FILE", help="A plan to run, as --trace tells one; - is standard input.")] = None,
    as_json: AsJson = False,
    trace: Annotated[bool, typer.Option("--trace", help="Every event as a JSON line on stderr.")] = False,
) -> None:
    """Ask a question. Needs a running Evergraph (`evergraph up` or `demo`)."""
    from ui.cli.ask import Question, plan_in, run
    given = plan_in(plan) if plan is not None else None
    raise typer.Exit(run(Question(question, person, tenant, session, reply, given), as_json=as_json, trace=trace))


@app.command()
def demo(once: Annotated[bool, typer.Option("--once", help="Leave after the first answer.")] = False) -> None:
    """A made-up company to play with: starts everything, answers a question, stays up until Ctrl-C, leaves nothing running."""
    from ui.cli.demo import run
    raise typer.Exit(run(once))


@app.command()
def up() -> None:
    """Start what is missing of the local services."""
    from ui.cli.services import up
    up()


@app.command()
def down() -> None:
    """Stop the local services."""
    from ui.cli.services import down
    down()


@app.command()
def status(as_json: AsJson = False) -> None:
    """What runs, where, since when, and where its password lies."""
    from ui.cli.services import status
    status(as_json)


@app.command()
def doctor(
    audit: Annotated[bool, typer.Option("--audit", help="Also go through the whole graph: is anything outside its company?")] = False,
    as_json: AsJson = False,
) -> None:
    """Look for what is wrong with this machine or its settings."""
    from ui.cli.services import doctor
    raise typer.Exit(doctor(audit, as_json))


@app.command()
def serve() -> None:
    """Run the web server in the foreground."""
    from ui.cli.services import serve
    serve()


@app.command()
def worker() -> None:
    """Run a worker in the foreground."""
    from ui.cli.services import worker
    worker()


@graph_app.callback()
def graph(
    context: typer.Context,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open it in this machine's browser.")] = True,
    around: Annotated[str | None, typer.Option(metavar="KEY", help="Ask there about one record: company|category|Model|id.")] = None,
    as_json: AsJson = False,
) -> None:
    """The graph in Neo4j Browser, for whoever runs the installation; or where something in it is from."""
    if context.invoked_subcommand is None:
        from ui.cli.graph import open_browser
        open_browser(show, as_json, around)


Key = Annotated[str, typer.Argument(metavar="KEY", help="company|category|Model|id, as the tour shows it.")]


@graph_app.command()
def why(key: Key, as_json: AsJson = False) -> None:
    """Where a record is from, what it said before, and why it is one with others."""
    from ui.cli.provenance import show_why
    raise typer.Exit(show_why(key, as_json=as_json))


@graph_app.command("as-of")
def as_of(
    moment: Annotated[str, typer.Argument(metavar="MOMENT", help="A time like 2026-11-20T09:00:00Z, or a day.")],
    key: Key,
    as_json: AsJson = False,
) -> None:
    """What the graph held of a record at a moment, and its links."""
    from ui.cli.provenance import show_as_of
    raise typer.Exit(show_as_of(moment, key, as_json=as_json))


@app.command()
def sync(
    tenant: Annotated[str | None, typer.Option(metavar="SLUG", help="One company only.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Read everything, not only what changed.")] = False,
    account: Annotated[str | None, typer.Option(metavar="ID", help="One linked account only.")] = None,
    model: Annotated[str | None, typer.Option(metavar="MODEL", help="One model only, like crm/Contact.")] = None,
    status: Annotated[bool, typer.Option("--status", help="Only show how far the syncs are.")] = False,
    parked: Annotated[bool, typer.Option("--parked", help="Show the messages that could not be worked off, and why.")] = False,
    rerun: Annotated[str | None, typer.Option(metavar="ID|all", help="Try a parked message again.")] = None,
    forget: Annotated[str | None, typer.Option(metavar="ID|all", help="Throw a parked message away.")] = None,
    disconnect: Annotated[str | None, typer.Option(metavar="ACCOUNT", help="Let a linked account go, with its records and joins.")] = None,
    as_json: AsJson = False,
) -> None:
    """Bring the graph up to date with the source."""
    from ui.cli.sync import Wanted, run
    wanted = Wanted(tenant, account, model, "full" if full else "delta", status, parked, rerun, forget, disconnect)
    raise typer.Exit(run(wanted, as_json=as_json))


@app.command()
def sandbox(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER…", help="Company folders.")],
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any free one.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The first line is JSON: base_url, api_key, accounts.")] = False,
) -> None:
    """Serve company folders as Merge's API, until Ctrl-C."""
    from ui.cli.sandbox import run
    run(folders, port, as_json)


@app.command()
def evaluate(
    folder: Folder,
    out: Annotated[Path, typer.Option("--out", metavar="F", help="JSON lines, one per turn.")],
    questions: Annotated[Path | None, typer.Option(metavar="Q", help="Instead of the folder's questions.jsonl.")] = None,
    planner: Annotated[str, typer.Option(metavar="rules|model|both", help="Who reads: the grammar, the model, or both.")] = "both",
    report: Annotated[Path | None, typer.Option(metavar="R", help="Markdown: how each skill went, and what went otherwise than expected.")] = None,
) -> None:
    """Put an evaluation folder's questions to Evergraph and write down what it answers."""
    from ui.cli.evaluate import run
    run(folder, out, questions, planner, report)


@app.command()
def resolve(
    sandbox: Annotated[Path, typer.Option("--sandbox", metavar="FOLDER", help="A company folder.")],
    mentions: Annotated[Path, typer.Option("--in", metavar="F", help="JSON lines: id, mention, as.")],
    out: Annotated[Path, typer.Option("--out", metavar="F", help="JSON lines: id, candidates, decision.")],
) -> None:
    """Find out what names stand for, each for the person who says it."""
    from ui.cli.evaluate import resolve
    resolve(sandbox, mentions, out)


@app.command()
def remember(
    dialogue: Annotated[Path, typer.Option("--in", metavar="DIALOGUE", help="JSON lines: session, id, speaker, time, text.")],
    asks: Annotated[Path, typer.Option("--ask", metavar="F", help="JSON lines: id, question, time.")],
    out: Annotated[Path, typer.Option("--out", metavar="F", help="JSON lines: id, hits.")],
) -> None:
    """Find earlier lines of a dialogue again, for questions asked later."""
    from ui.cli.remember import run
    run(dialogue, asks, out)


Company = Annotated[str | None, typer.Option("--tenant", metavar="SLUG", help="Only where there are several companies.")]
OneRecord = Annotated[str, typer.Argument(metavar="KEY", help="category|Model|id, as `evergraph joins` shows it.")]
Left = Annotated[str, typer.Argument(metavar="LEFT", help="Key of a record.")]
Right = Annotated[str, typer.Argument(metavar="RIGHT", help="Key of another.")]


@joins_app.callback()
def joins(
    context: typer.Context,
    tenant: Company = None,
    state: Annotated[str, typer.Option(metavar="review|automatic|confirmed|never|undone")] = "review",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Records that may be one person or company, for a person to decide; with what speaks for and against it."""
    if context.invoked_subcommand is None:
        from ui.cli.joins import queue
        raise typer.Exit(queue(tenant, state, limit, as_json=as_json))


@joins_app.command("confirm")
def joins_confirm(left: Left, right: Right, tenant: Company = None, as_json: AsJson = False) -> None:
    """Two records are one: join them, whatever the rules say."""
    from ui.cli.joins import decide
    raise typer.Exit(decide(tenant, left, right, True, as_json=as_json))


@joins_app.command("never")
def joins_never(left: Left, right: Right, tenant: Company = None, as_json: AsJson = False) -> None:
    """Two records are not one: never join them, nor over a third."""
    from ui.cli.joins import decide
    raise typer.Exit(decide(tenant, left, right, False, as_json=as_json))


@joins_app.command("undo")
def joins_undo(left: Left, right: Right, tenant: Company = None, as_json: AsJson = False) -> None:
    """Take two joined records apart; or take back that they never may be joined."""
    from ui.cli.joins import decide
    raise typer.Exit(decide(tenant, left, right, None, as_json=as_json))


@joins_app.command("why")
def joins_why(key: OneRecord, tenant: Company = None, as_json: AsJson = False) -> None:
    """Who is joined with a record, by whom or by which rules, and since when."""
    from ui.cli.joins import why
    raise typer.Exit(why(tenant, key, as_json=as_json))


@app.command()
def reads(
    person: Annotated[str, typer.Option("--as", metavar="EMAIL", help="Who looks: somebody with the role auditor.")],
    tenant: Slug = None,
    by: Annotated[str | None, typer.Option("--by", metavar="EMAIL", help="Only what this person read.")] = None,
    as_json: AsJson = False,
) -> None:
    """Who read private data of whom, when, and why it was allowed; for auditors. No values are kept."""
    from ui.cli.reads import show
    raise typer.Exit(show(person, tenant, by, as_json=as_json))


@app.command()
def memory(
    person: Email, tenant: Slug = None,
    by_assistant: Annotated[bool, typer.Option("--assistant", help="What the assistant named instead, in its answers.")] = False,
    as_json: AsJson = False,
) -> None:
    """What a person's conversations were about: entities by rank, with their weeks, and recurring themes."""
    from ui.cli.memory import show
    raise typer.Exit(show(person, tenant, by_assistant, as_json=as_json))


@history_app.callback()
def history(context: typer.Context, person: Email, tenant: Slug = None, as_json: AsJson = False) -> None:
    """A person's conversations; `search`, `export`, `rename` and `delete` them. `evergraph ask --session` goes on with one."""
    from ui.cli.history import ConversationCommands
    context.obj = ConversationCommands(person, tenant)
    if context.invoked_subcommand is None:
        raise typer.Exit(context.obj.show(as_json=as_json))


SessionId = Annotated[str, typer.Argument(metavar="SESSION", help="The id of a conversation.")]


@history_app.command("search")
def history_search(context: typer.Context, text: Annotated[str, typer.Argument(help="In plain words.")], as_json: AsJson = False) -> None:
    """Lines of all conversations that bear on some words."""
    raise typer.Exit(context.obj.search(text, as_json=as_json))


@history_app.command("export")
def history_export(
    context: typer.Context, session: SessionId, form: Annotated[str, typer.Option("--form", metavar="json|markdown")] = "markdown",
) -> None:
    """Print a conversation."""
    raise typer.Exit(context.obj.export(session, form))


@history_app.command("rename")
def history_rename(context: typer.Context, session: SessionId, title: Annotated[str, typer.Argument(metavar="TITLE")]) -> None:
    """Give a conversation a title."""
    raise typer.Exit(context.obj.rename(session, title))


@history_app.command("delete")
def history_delete(context: typer.Context, session: SessionId) -> None:
    """Delete a conversation."""
    raise typer.Exit(context.obj.delete(session))


@tenants_app.callback()
def tenants(context: typer.Context, as_json: AsJson = False) -> None:
    """The companies of this installation; `add`, `update` and `remove` one."""
    if context.invoked_subcommand is None:
        from ui.cli.tenants import show
        raise typer.Exit(show(as_json=as_json))


@tenants_app.command()
def add(
    folder: Folder,
    is_sandbox: Annotated[bool, typer.Option("--sandbox", help="Its records come from the folder, not from Merge: to play with.")] = False,
) -> None:
    """Make the company of FOLDER/company.json a tenant: its people, roles and linked accounts with their tokens."""
    from ui.cli.tenants import add
    raise typer.Exit(add(folder, is_sandbox))


@tenants_app.command()
def update(folder: Folder) -> None:
    """Take in what changed in FOLDER/company.json; an account that was let go comes back so."""
    from ui.cli.tenants import update
    raise typer.Exit(update(folder))


@tenants_app.command()
def remove(
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="The company's short name.")],
    is_sure: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete all that is held of a company."""
    from ui.cli.tenants import remove
    raise typer.Exit(remove(slug, is_sure))


@key_app.callback()
def keys(context: typer.Context, as_json: AsJson = False) -> None:
    """Keys with which programs ask for a person: all that are good. They stand for the person, and for no more than they were made for."""
    if context.invoked_subcommand is None:
        from ui.cli.keys import show
        show(as_json)


@key_app.command("make")
def key_make(
    person: Email,
    tenant: Slug = None,
    scopes: Annotated[list[str], typer.Option("--for", metavar="ask|history|operate", help="What it is for; may be given several times.")] = ["ask"],  # noqa: B006
    days: Annotated[int, typer.Option(metavar="N", help="How long it is good.")] = 90,
    label: Annotated[str, typer.Option(metavar="TEXT", help="What you will know it by.")] = "",
) -> None:
    """Make a key and print it, the only time that it can be seen."""
    from ui.cli.keys import make
    make(person, tenant, scopes, days, label)


@key_app.command("revoke")
def key_revoke(key_id: Annotated[str, typer.Argument(metavar="ID")]) -> None:
    """Make a key useless from now on."""
    from ui.cli.keys import revoke
    revoke(key_id)


@app.command()
def erase(
    person: Annotated[str, typer.Argument(metavar="EMAIL", help="Whose words go.")], tenant: Slug = None,
    is_sure: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a person's conversations and all that was derived from them, out of every store."""
    from ui.cli.erase import run
    raise typer.Exit(run(person, tenant, is_sure))
