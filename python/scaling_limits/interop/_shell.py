# SPDX-License-Identifier: Apache-2.0
"""A launch script as a list of arguments: variables are filled in, branches taken as the script sets them; nothing is run."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import NamedTuple

from .._source import FileError, Source
from ._shell_truth import truth_of
from ._shell_words import Scanner, Token, Variables

MOST = 64  # values of an argument that are kept
LARGEST = 10_000  # elements of an array
OFTEN = 100  # scripts that are inside words, in all
_DEEPEST = 3  # scripts inside words of scripts
_NESTED = 60  # branches inside branches
_ASSIGNED = re.compile(r"([A-Za-z_]\w*(?:\[\w+\])?)(\+?)=(.*)", re.S)
_KEYED = re.compile(r"\[([\w.-]+)\]=(.*)", re.S)
_DECLARING = ("export", "local", "declare", "readonly", "typeset", "env")
_STARTING = ("eval", "bash", "sh", "srun", "exec", "ssh", "pdsh", "sbatch", "docker", "singularity")
_PRINTING = ("echo", "printf")
_BREAKS = ("&&", "||", "|", "&", ";", ";;", "(", ")")
#: variables that a queue sets, by its options
_QUEUED = {
    "nodes": ("SLURM_NNODES", "SLURM_JOB_NUM_NODES"),
    "ntasks_per_node": ("SLURM_NTASKS_PER_NODE",),
    "gpus_per_node": ("SLURM_GPUS_PER_NODE", "SLURM_GPUS_ON_NODE"),
    "ntasks": ("SLURM_NTASKS", "SLURM_NPROCS"),
}


class Words(NamedTuple):
    """What a script says: arguments by name without their dashes (words behind each, none for a flag), and the rest."""

    arguments: dict[str, list[str]]
    variables: Variables
    twice: list[str]  # given several times, with several values
    notes: list[str]  # branches that could not be decided
    documents: dict[str, str]  # files that it writes
    programs: list[str]  # that it starts
    spelled: dict[str, str]  # arguments as they stand
    settings: dict[str, str]  # name=value behind a program


def words_of(source: Source) -> Words:
    """All arguments of the commands that a script starts, the last of each; of what it sets, where it starts none."""
    script = _Script(source)
    try:
        script.read(source.text)
    except RecursionError:
        raise source.error("", "is nested too deeply", "a shell script") from None
    found: dict[str, list[list[str]]] = {}
    spelled: dict[str, str] = {}
    for words in script.commands:
        _collect(words, found, spelled)
    if not any(name not in script.queued for name in found):
        for words in script.kept:
            _collect(words, found, spelled)
    twice = [name for name, given in found.items() if any(one != given[-1] for one in given)]
    programs = [word.rpartition("/")[2] for words in script.commands for word in words[:1]]
    arguments = {name: given[-1] for name, given in found.items()}
    settings = {
        one[1]: one[2]
        for words in script.commands
        for word in words[1:]
        if (one := re.fullmatch(r"\+{0,2}([A-Za-z_][\w.]*)=(.*)", word, re.S))
    }
    return Words(arguments, script.variables, twice, script.notes, script.documents, programs, spelled, settings)


class _Script:
    """A script that is being read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.variables = Variables()
        self.commands: list[list[str]] = []
        self.kept: list[list[str]] = []  # what is set, as words
        self.notes: list[str] = []
        self.documents: dict[str, str] = {}
        self.queued: set[str] = set()  # options of the queue
        self.touched: list[str] = []  # what a branch that is not taken would set
        self.tokens: list[Token] = []
        self.at = self.depth = self.reads = 0

    def read(self, text: str, first: int = 1) -> None:
        """Another text in its place in the script."""
        self.reads += 1
        if self.reads > OFTEN:
            return
        saved = self.tokens, self.at
        self.tokens, self.at = Scanner(self.source, text, first).tokens(), 0
        self.depth += 1
        while self.at < len(self.tokens):
            before = self.at
            self.block((), True, 0)
            self.at = max(self.at, before + 1)
        self.depth -= 1
        self.tokens, self.at = saved

    def word(self) -> str:
        """The word at which it stands, where it is one."""
        here = self.tokens[self.at] if self.at < len(self.tokens) else None
        return here.text if here and here.kind == "word" else ""

    def operator(self, *texts: str) -> bool:
        """Whether it stands at one of these."""
        here = self.tokens[self.at] if self.at < len(self.tokens) else None
        return here is not None and here.kind == "operator" and here.text in texts

    def block(self, ends: tuple[str, ...], live: bool, level: int) -> str:
        """Statements up to one of these words, which is returned."""
        if level > _NESTED:
            raise self.source.error(f"line {self.tokens[self.at - 1].line}", "is nested too deeply", "a shell script")
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "word" and token.text in ends:
                self.at += 1
                return token.text
            if self.operator(";;") and ";;" in ends:
                self.at += 1
                return ";;"
            if token.kind == "directive":
                self._directive(token, live)
            elif token.kind == "line" or self.operator(*_BREAKS) or token.text in ("}", "then", "do", "function"):
                self.at += 1
            elif token.text in ("if", "for", "while", "until", "case", "select"):
                self.at += 1
                {"if": self._if, "for": self._for, "case": self._case}.get(token.text, self._while)(token, live, level + 1)
            else:
                before = self.at
                self._list(live)
                self.at += self.at == before
        return ""

    def _if(self, token: Token, live: bool, level: int) -> None:
        done: bool | None = False
        word = "if"
        while word in ("if", "elif", "else"):
            start = self.at
            truth = True if word == "else" else self._condition(live and done is False)
            said = self._said(start)
            take = live and done is False and truth is True
            decided = done is False and truth is not None
            before = len(self.touched)
            word = self.block(("elif", "else", "fi"), take, level)
            if live and not decided and done is not True:
                self._undecided(token.line, f"if {said}" if said else "else", before)
            done = True if take else None if (done is None or (done is False and truth is None)) else done

    def _said(self, start: int) -> str:
        words = [token.text for token in self.tokens[start : self.at] if token.kind != "line" and token.text != "then"]
        return " ".join(words).rstrip("; ")[:80]

    def _undecided(self, line: int, what: str, before: int) -> None:
        """A branch of which the script does not say whether it is taken, where it would change something."""
        names = list(dict.fromkeys(self.touched[before:]))
        if names:
            sets = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
            said = " ".join(what.split())
            self.notes.append(f"line {line}: {said}: the file does not decide it; what it sets is not taken: {sets}")

    def _condition(self, live: bool) -> bool | None:
        """The truth of what stands before `then`."""
        truth: bool | None = True
        while self.at < len(self.tokens):
            if self.word() == "then":
                self.at += 1
                return truth
            if self.tokens[self.at].kind == "line" or self.operator(";"):
                self.at += 1
                continue
            before = self.at
            truth = self._list(live, True)
            self.at += self.at == before  # what no condition has
        return truth

    def _for(self, token: Token, live: bool, level: int) -> None:
        name = self.word()
        self.at += 1
        words: list[str] = []
        if self.word() == "in":
            self.at += 1
            while self.at < len(self.tokens) and self.tokens[self.at].kind == "word":
                words += self.variables.fields(self.word())
                self.at += 1
        if live and words and name.isidentifier():
            self.variables[name] = words[0]
            if len(words) > 1:
                self.notes.append(f"line {token.line}: for {name} in {' '.join(words)[:60]}: read once, with {words[0][:40]}")
        before = len(self.touched)
        self.block(("done",), live and bool(words), level)
        if live and not words:
            self._undecided(token.line, f"for {name}", before)

    def _while(self, token: Token, live: bool, level: int) -> None:
        before = len(self.touched)
        self.block(("done",), False, level)
        if live:
            self._undecided(token.line, token.text, before)

    def _case(self, token: Token, live: bool, level: int) -> None:
        self.variables.unset = False
        raw = self.word()
        value = self.variables.text(raw)
        known, taken = not self.variables.unset, False
        self.at += 1
        before = len(self.touched)
        while self.at < len(self.tokens) and self.word() != "esac":
            patterns = []
            while self.at < len(self.tokens) and not self.operator(")") and self.word() != "esac":
                patterns += [self.variables.text(self.word())] if self.word() else []
                self.at += 1
            self.at += self.word() != "esac"
            fits = known and not taken and any(fnmatchcase(value, one) for one in patterns if one != "in")
            if self.block((";;", "esac"), live and fits, level) == "esac":
                break
            taken |= fits
        else:
            self.at += 1
        if live and not known:
            self._undecided(token.line, f"case {raw}", before)

    def _list(self, live: bool, condition: bool = False) -> bool | None:
        """Commands joined by && and ||: each is read where those before it say so."""
        truth = self._command(live, condition)
        while self.operator("&&", "||", "|"):
            sign, line = self.tokens[self.at].text, self.tokens[self.at].line
            self.at += 1
            while self.at < len(self.tokens) and self.tokens[self.at].kind == "line":
                self.at += 1
            if sign == "|":
                self._command(live, condition)
                continue
            before, start = len(self.touched), self.at
            needed = truth is (sign == "&&")
            tried = needed or (condition and truth is None)
            other = self._command(live and tried, condition)
            if live and truth is None and not condition:
                self._undecided(line, f"{sign} {self._said(start)}", before)
            if needed:
                truth = other
            elif truth is None and other is (sign == "||"):
                truth = other  # whatever the first is
        return truth

    def _command(self, live: bool, condition: bool) -> bool | None:
        """One command: what it sets, starts or tests."""
        negated = False
        while self.word() == "!":
            negated, self.at = not negated, self.at + 1
        first = self.word()
        if first == "{":
            self.at += 1
            self.block(("}",), live, 1)
            return True
        if first == "[[":
            if live:
                truth = self._tested("]]")
                return None if truth is None else truth is not negated
            self._skip("]]")
            return None
        tokens: list[Token] = []
        redirected: list[tuple[str, Token]] = []
        while self.at < len(self.tokens) and self.tokens[self.at].kind in ("word", "array", "operator"):
            token = self.tokens[self.at]
            if token.kind == "operator" and token.text in _BREAKS:
                break
            if token.kind == "word" and token.text in ("]", "then") and first != "[" and condition:
                break
            self.at += 1
            if token.kind == "operator":
                if token.body is not None:
                    redirected.append(("<<", token))
                elif self.word():
                    redirected.append((token.text, self.tokens[self.at]))
                    self.at += 1
            else:
                tokens.append(token)
        if not tokens:
            self.at += not condition or self.operator("(", ")")
            return True
        if self.operator("(") and len(tokens) == 1:  # a function's name
            return True
        if not live:
            self._touch(tokens)
            return None
        truth = self._started(tokens, redirected, condition)
        return None if truth is None else truth is not negated

    def _skip(self, end: str) -> None:
        while self.at < len(self.tokens) and self.word() != end:
            self.at += 1
        self.at += 1

    def _touch(self, tokens: list[Token]) -> None:
        for token in tokens:
            name = _ASSIGNED.match(token.text)
            if token.kind == "array" or (name and not token.text.startswith("-")):
                self.touched.append(token.text.split("=")[0].rstrip("+"))
            elif token.text.startswith("--") and tokens[0].text not in _PRINTING:
                self.touched.append(token.text.split("=")[0])

    def _started(self, tokens: list[Token], redirected: list[tuple[str, Token]], condition: bool) -> bool | None:
        if tokens[0].text in _DECLARING:
            tokens = [t for t in tokens[1:] if t.kind == "array" or not t.text.startswith("-")]
        while tokens and (tokens[0].kind == "array" or _ASSIGNED.match(tokens[0].text)):
            self._assign(tokens.pop(0))
        if not tokens:
            return True
        first = tokens[0].text
        if first in ("[", "test"):
            ended = [*tokens[1:-1]] if first == "[" and tokens[-1].text == "]" else tokens[1:]
            return truth_of(ended, self.variables)
        if first.startswith("(("):
            return self._arithmetic(first[2:-2])
        if first == "let":
            return self._arithmetic(" ".join(self.variables.text(t.text) for t in tokens[1:]))
        if first in ("true", "false", ":"):
            for token in tokens[1:]:
                self.variables.text(token.text)
            return first != "false"
        if first in ("source", ".") and len(tokens) > 1:
            self.notes.append(f"line {tokens[0].line}: what {tokens[1].text[:60]} sets is not read")
            return True
        words = [field for token in tokens for field in self._fields(token)]
        if not words or words in (["true"], ["false"]):
            return words != ["false"]
        self._write(words, redirected)
        if words[0] not in _PRINTING:
            self._start(words, tokens[0].line)
        return None if condition else True  # a program goes well, but does not decide a branch

    def _fields(self, token: Token) -> list[str]:
        if token.kind == "array":
            return []
        found = []
        for field in self.variables.fields(token.text):
            if field.startswith("--") and re.search(r"\s", field) and "=" not in field.split()[0]:
                found += field.split()  # "--num-layers 24" as one
            elif field not in ("$@", "$*", "${@}", "${*}"):
                found.append(field)
        return found

    def _start(self, words: list[str], line: int) -> None:
        inside = [w for w in words[1:] if re.search(r"\s", w) and re.search(r"(^|\s)--\w", w)]
        if words[0] in _STARTING and inside and self.depth <= _DEEPEST:
            for text in inside:
                try:
                    self.read(text, line)
                except FileError:  # no script after all
                    self.commands.append(text.split())
            words = [w for w in words if w not in inside]
        self.commands.append(words)

    def _write(self, words: list[str], redirected: list[tuple[str, Token]]) -> None:
        """A file that the script writes: `cat <<END > FILE`, `echo ... > FILE`, `tee FILE <<END`."""
        body = next((token for sign, token in redirected if sign == "<<"), None)
        targets = [self.variables.text(token.text) for sign, token in redirected if sign in (">", ">>")]
        targets += words[1:2] if words[0] == "tee" else []
        if body is not None and body.body is not None:
            text = body.body
            if not re.search(r"[\"'\\]", body.words[0].text):
                text = self._filled(text)
            if words[0] in ("sbatch", "bash", "sh", "srun", "qsub") and self.depth <= _DEEPEST:
                self.read(text, body.line + 1)
        elif words[0] in _PRINTING:
            text = " ".join(word for word in words[1:] if word not in ("-e", "-n", "%s\\n"))
        else:
            return
        for target in targets:
            self.documents[target] = text

    def _filled(self, text: str) -> str:
        """A text with its variables; quotes in it are letters."""
        return re.sub(
            r"\$\(\(.*?\)\)|\$\{[^{}]*\}|\$[A-Za-z_]\w*",
            lambda found: value if isinstance(value := self.variables.value(found[0]), str) else " ".join(value),
            text,
        )

    def _assign(self, token: Token) -> None:
        if token.kind == "array":
            name, more = token.text.rstrip("=").rstrip("+"), "+=" in token.text
            values = [field for one in token.words if one.kind == "word" for field in self._fields(one)]
            kept = self.variables.arrays.get(name, []) if more else []
            self.variables.arrays[name] = (kept + values)[:LARGEST]
            for keyed in filter(None, map(_KEYED.fullmatch, values[:LARGEST])):
                self.variables[f"{name}[{keyed[1]}]"] = keyed[2]
            self.variables[name] = " ".join(self.variables.arrays[name])[:100_000]
            self.kept.append(values)
            return
        parts = _ASSIGNED.match(token.text)
        assert parts
        value = self.variables.text(parts[3])
        if parts[2]:
            value = self.variables.get(parts[1], "") + value
        self.variables[parts[1]] = value[:100_000]
        self.variables.arrays.pop(parts[1], None)
        self.kept.append(value.split())

    def _arithmetic(self, text: str) -> bool | None:
        assigned = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*([-+*/%]?)=(?!=)\s*(.*)", text, re.S)
        if not assigned:
            number = self.variables.number(text)
            return None if number is None else number != 0
        number = self.variables.number(f"{assigned[1]}{assigned[2]}({assigned[3]})" if assigned[2] else assigned[3])
        self.variables[assigned[1]] = f"$(({assigned[3]}))" if number is None else str(number)
        return True

    def _directive(self, token: Token, live: bool) -> None:
        """An option of the queue, and the variables that it sets by it."""
        self.at += 1
        short = re.sub(r"(?<!\S)-N\s*(?=\d)", "--nodes=", re.sub(r"(?<!\S)-n\s*(?=\d)", "--ntasks=", token.text))
        selected = re.search(r"-l\s+select=(\d+)\S*?:ngpus=(\d+)", short)  # of PBS
        words = [f"--nodes={selected[1]}", f"--gpus_per_node={selected[2]}"] if selected else short.split("#")[0].split()
        found: dict[str, list[list[str]]] = {}
        _collect(words, found, {})
        if not live:
            return
        self.commands.append(words)
        self.queued |= set(found)
        for name, given in found.items():
            value = (given[-1] or [""])[0]
            for variable in _QUEUED.get(name, ()):
                if value.rpartition(":")[2].isdecimal():
                    self.variables[variable] = value.rpartition(":")[2]

    def _tested(self, end: str) -> bool | None:
        """The truth of [[ ... ]]."""
        self.at += 1
        start = self.at
        self._skip(end)
        tokens = self.tokens[start : self.at - 1]
        return truth_of([token for token in tokens if token.kind != "line"], self.variables)


def _collect(words: list[str], found: dict[str, list[list[str]]], spelled: dict[str, str]) -> None:
    """The arguments of one command."""
    name = ""
    for word in words:
        argument = re.fullmatch(r"--([A-Za-z][\w.-]*)(?:=(.*))?", word, re.S)
        if argument:
            name = argument[1].replace("-", "_")
            spelled[name] = argument[1]
            values = [] if argument[2] is None else [argument[2]]
            found.setdefault(name, []).append(values)
            name = name if argument[2] is None else ""
        elif words[0] in ("mpirun", "mpiexec") and word in ("-np", "-n"):
            name = "np"
            found.setdefault(name, []).append([])
        elif re.fullmatch(r"-[A-Za-z].*", word):
            name = ""
        elif name and len(found[name][-1]) < MOST:
            found[name][-1].append(word)
