"""``hygiene writers``: who may change the memory, and whether those who did were allowed to."""

import click

from memory_hygiene.core.state import AgentState
from memory_hygiene.core.writers.keys import read_key
from memory_hygiene.core.writers.operations import Need
from memory_hygiene.edge.clock import timestamp
from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import find_repository
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.public_key import fingerprint_in
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report import writers_json, writers_text
from memory_hygiene.report.palette import Palette
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.registering import Row, current_author, register
from memory_hygiene.runs.vetting import Vetted, find_range, vet

from .options import for_agent, in_folder, in_format, waiting
from .writing import writing

_STATUSES = ("allowed", "denied", "unrestricted")


@click.group()
@in_folder
def command() -> None:
    """Say who may change the memory, and see whether those who did were allowed to.

    The registry is the table in MEMORY_WRITERS.md, one per agent. While it is empty, everybody may write. The gate
    takes it from before a change, so that nobody can admit themselves.

    \b
    Examples:
      hygiene writers list
      hygiene writers add ada --identity ada@example.org --operations add,edit,remove,maintain,admin
      hygiene writers add bot --key-file bot.pub --stores MEMORY.md --operations add,edit
      hygiene writers verify origin/main..HEAD
    """


@command.command("list", short_help="List who may change what.")
@in_folder
@for_agent
@in_format("text", "json")
def show(agent: str | None, format_name: str) -> int:
    """List the writers as the registry on disk is read: known as whom, in which stores, what they may.

    \b
    add, edit, remove   entries of the stores named
    maintain            the same where the change leaves a ledger record or archives; canaries, the ledger, archives
    admin               the registry, .hygiene.yaml, .gitattributes

    \b
    Examples:
      hygiene writers list
      hygiene writers list --agent heron --format json

    \b
    Exit codes: 0 listed · 1 something in a registry cannot be read · 2 no repository or configuration
    """
    workspace = open_workspace()
    agents = workspace.agents_meant(agent)
    states = [AgentState(one, workspace.settings, workspace.worktree, parse) for one in agents]
    author = current_author(workspace.repository)
    found = [(state.agent.name, state.registry_path, state.registry) for state in states]
    if format_name == "json":
        write_out(writers_json.render_registries(found, author))
    else:
        write_out("".join(writers_text.render_registry(*one, author, palette_for()) for one in found))
    return ExitCode.FINDINGS if any(registry.faults for _, _, registry in found) else ExitCode.CLEAN


@command.command()
@in_folder
@for_agent
@click.argument("name")
@click.option("--identity", "patterns", multiple=True, metavar="PATTERN", help="Name, e-mail or both; * and ? allowed.")
@click.option("--key", "keys", multiple=True, metavar="FINGERPRINT", help="SHA256:… (ssh), or 40 hex digits (gpg).")
@click.option("--key-file", "files", multiple=True, metavar="PATH.pub", help="A public ssh key.")
@click.option("--stores", default="*", show_default=True, metavar="NAMES", help="Stores, separated by commas.")
@click.option("--operations", required=True, metavar="WORDS", help="Of add, edit, remove, maintain, admin.")
@click.option("--yes", "is_sure", is_flag=True, help="Also when the first row locks you out.")
@waiting
def add(
    agent: str | None,
    name: str,
    patterns: tuple[str, ...],
    keys: tuple[str, ...],
    files: tuple[str, ...],
    stores: str,
    operations: str,
    is_sure: bool,
    wait: float,
) -> int:
    """Add one writer, in a commit of its own. NAME is what reports call them.

    The first row ends everybody's freedom to write: begin with yourself, and with admin.

    \b
    Examples:
      hygiene writers add ada --identity ada@example.org --operations add,edit,remove,maintain,admin
      hygiene writers add team --identity "*@example.org" --operations add
      hygiene writers add bot --key-file ~/.ssh/bot.pub --stores MEMORY.md,USER.md --operations add,edit

    \b
    Exit codes: 0 added · 1 the gate refuses · 2 not a row, there already, you may not, or refused by git
    """
    workspace = open_workspace()
    identities = (*patterns, *(_key(key) for key in keys), *(fingerprint_in(file) for file in files))
    if not identities:
        raise HygieneError("nothing to know the writer by", "give --identity, --key or --key-file")
    if comma := next((pattern for pattern in patterns if "," in pattern), ""):
        raise HygieneError(f"a comma in {comma!r}", "a comma separates patterns: give each in an --identity of its own")
    chosen = workspace.agent(agent)
    with writing(workspace, chosen, wait):
        row = Row(name, identities, stores, operations)
        done = register(workspace, chosen, row, timestamp(), is_sure=is_sure)
    rights = ", ".join(operation.value for operation in done.writer.operations)
    write_out(
        f"hygiene: writer {safe(done.writer.name)} may {rights} in {safe(', '.join(done.writer.stores))}; "
        f"{safe(done.path)} is committed as {done.commit[:12]}\n"
    )
    if done.is_first:
        write_out("from the next change on nobody else may write\n")
    return ExitCode.CLEAN


def _key(text: str) -> str:
    if key := read_key(text):
        return key
    raise HygieneError(f"{text!r} is no whole fingerprint", "ssh-keygen -l -f KEY.pub, or gpg --fingerprint NAME")


@command.command(short_help="Verify who made each commit, and whether they might.")
@in_folder
@in_format("text", "json")
@click.argument("commits", required=False, default="", metavar="[RANGE|REV]")
def verify(format_name: str, commits: str) -> int:
    """Verify for each commit which writers made it, and whether they were allowed what it did; reads only.

    RANGE is A..B, REV a single commit; without either, all that led to HEAD. Judged as on a server: author, committer
    and, with require_signatures, the signer, by the registry from before each commit. Signatures are shown wherever
    there are any. Commits that change no memory are not listed.

    \b
    Examples:
      hygiene writers verify
      hygiene writers verify HEAD
      hygiene writers verify origin/main..HEAD --format json

    \b
    Exit codes: 0 all allowed · 1 something was not · 2 no such commit, or git cannot verify
    """
    repository = find_repository()
    found = find_range(repository, commits)
    is_json, palette = format_name == "json", palette_for()
    counts = dict.fromkeys(_STATUSES, 0)
    documents: list[writers_json.Document] = []
    touched: set[str] = set()
    with ObjectReader(repository.top or repository.git_dir) as reader, Progress("verifying", "commits") as progress:
        for one in dict.fromkeys(vet(repository, reader, found, progress)):
            counts[one.status] += 1
            touched.add(one.commit)
            if is_json:
                documents.append(_document(one))
            else:
                write_out(_text(one, palette))
    untouched = len(found.commits) - len(touched)
    if is_json:
        write_out(writers_json.render_vetting(found.name, documents, counts, untouched))
    else:
        write_out(writers_text.render_summary(found.name, counts, untouched, palette))
    return ExitCode.FINDINGS if counts["denied"] else ExitCode.CLEAN


def _document(one: Vetted) -> writers_json.Document:
    makers = ((maker.identity, maker.writers) for maker in one.makers)
    needs = ((need.path, _words(need)) for need in one.needs)
    return writers_json.vetted(one.commit, one.day, one.agent.name, one.status, makers, needs, one.denials)


def _text(one: Vetted, palette: Palette) -> str:
    makers = ((maker.identity, maker.writers) for maker in one.makers)
    needs = (f"{' or '.join(_words(need))} {need.path}" for need in one.needs)
    agent = one.agent.name if one.agent.path else ""
    return writers_text.render_vetted(one.commit, one.day, agent, one.status, makers, needs, one.denials, palette)


def _words(need: Need) -> tuple[str, ...]:
    return tuple(operation.value for operation in need.operations)
