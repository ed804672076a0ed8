#!/usr/bin/env python3
"""hermes_probe.py - ask the REAL Hermes Agent memory code about a HERMES_HOME.

Run it with the Python of a venv that has hermes-agent installed:

    python hermes_probe.py HOME                 # read-only report (JSON)
    ... HOME --add memory "text"            # REAL tool write into HOME
    ... HOME --replace memory OLD NEW       # REAL tool write
    ... HOME --remove user OLD              # REAL tool write
    ... HOME --batch memory '[{"action":"remove","old_text":"x"},{"action":"add","content":"y"}]'
    ... HOME --simulate --add memory "text" # same, but on a throw-away copy of HOME; HOME untouched
    ... HOME --prompt                       # also show the frozen system-prompt blocks
    ... HOME --hold-lock memory 5           # take Hermes' own MEMORY.md.lock for 5 s, then exit
    ... HOME --hammer memory 50             # 50 real adds + removes, back to back (race partner)
    ... HOME --journey-delete memory:memory:0   # Hermes' lock-free journey writer
    ... --src DIR                           # use another unpacked hermes-agent (an older release unpacked from its wheel)

Read mode never writes into HOME: the memory dir, SOUL.md and config.yaml are
copied to a temp dir and the real code runs there (the real drift check writes
.bak files and the real config loader seeds SOUL.md and sub-directories).

Exit codes: 0 ok; 1 the tool refused the write (success=false); 2 usage error;
3 the real client raised an exception.
"""

import argparse
import difflib
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
import traceback
from pathlib import Path

FILES = {"memory": "MEMORY.md", "user": "USER.md"}


def die(msg, code=2):
    print(json.dumps({"ok": False, "error": msg}))
    sys.exit(code)


def sha(b):
    return hashlib.sha256(b).hexdigest()[:16]


def copy_home(home: Path) -> Path:
    tmp = Path(tempfile.mkdtemp(prefix="hermes_probe_"))
    dst = tmp / "home"
    dst.mkdir()
    mem = home / "memories"
    if mem.is_dir():
        shutil.copytree(
            mem, dst / "memories", symlinks=False, ignore=shutil.ignore_patterns(".git"), ignore_dangling_symlinks=True
        )
    else:
        (dst / "memories").mkdir()
    for n in ("config.yaml", "SOUL.md"):
        if (home / n).is_file():
            shutil.copy2(home / n, dst / n)
    return dst


def raw_facts(path: Path):
    out = {"exists": path.exists(), "is_symlink": path.is_symlink()}
    if path.is_symlink():
        out["symlink_target"] = os.readlink(path)
    if not path.exists():
        return out, None
    b = path.read_bytes()
    st = path.stat()
    out.update(
        bytes=len(b),
        sha256_16=sha(b),
        mode=oct(stat.S_IMODE(st.st_mode)),
        nlink=st.st_nlink,
        bom=b.startswith(b"\xef\xbb\xbf"),
        crlf=b.count(b"\r\n"),
        lone_cr=b.count(b"\r") - b.count(b"\r\n"),
        trailing_newline=b.endswith(b"\n"),
        nul=b.count(b"\0"),
        delimiter_lines=b.replace(b"\r\n", b"\n").split(b"\n").count("§".encode()),
    )
    try:
        b.decode("utf-8")
        out["utf8"] = True
    except UnicodeDecodeError as e:
        out["utf8"] = False
        out["utf8_error"] = str(e)
    return out, b


def unified(a: bytes, b: bytes, name):
    dec = lambda x: (x or b"").decode("utf-8", "backslashreplace").splitlines(keepends=True)
    return [l.rstrip("\n") for l in difflib.unified_diff(dec(a), dec(b), name + " (before)", name + " (after)")]


def dir_state(mem: Path):
    out = {}
    if mem.is_dir():
        for p in sorted(mem.rglob("*")):
            if ".git" in p.parts or not (p.is_file() or p.is_symlink()):
                continue
            try:
                out[str(p.relative_to(mem))] = {"bytes": p.stat().st_size, "mode": oct(stat.S_IMODE(p.stat().st_mode))}
            except OSError:
                out[str(p.relative_to(mem))] = {"dangling": True}
    return out


class Client:
    """Thin shell over the real modules; everything of substance is theirs."""

    def __init__(self, home: Path):
        os.environ["HERMES_HOME"] = str(home)
        import tools.memory_tool as mt  # noqa: the real thing

        self.mt = mt
        try:
            from tools.threat_patterns import scan_for_threats

            self.scan = lambda t: scan_for_threats(t, scope="strict")
        except ImportError:  # <= 0.14
            self.scan = lambda t: [mt._scan_memory_content(t)] if mt._scan_memory_content(t) else []
        self.limits, self.limits_source, self.cfg_error = self._limits()

    def _limits(self):
        lim, src, err = {"memory": 2200, "user": 1375}, "built-in default", None
        try:
            from hermes_cli.config import load_config

            mem = (load_config() or {}).get("memory", {}) or {}
            lim = {"memory": int(mem.get("memory_char_limit", 2200)), "user": int(mem.get("user_char_limit", 1375))}
            src = "hermes_cli.config.load_config()"
            self.mem_cfg = {
                k: mem.get(k)
                for k in (
                    "memory_enabled",
                    "user_profile_enabled",
                    "write_approval",
                    "provider",
                    "memory_char_limit",
                    "user_char_limit",
                    "nudge_interval",
                )
            }
        except Exception as e:  # real loader falls back to defaults too
            err = f"{type(e).__name__}: {e}"
            self.mem_cfg = {}
        return lim, src, err

    def store(self):
        s = self.mt.MemoryStore(memory_char_limit=self.limits["memory"], user_char_limit=self.limits["user"])
        s.load_from_disk()
        return s

    def model(self):
        try:
            from hermes_cli.config import load_config

            return (load_config() or {}).get("model")
        except Exception as e:
            return {"error": str(e)}


def version(src):
    try:
        import importlib.metadata as im

        v = im.version("hermes-agent")
    except Exception:
        v = None
    if src:
        ds = list(Path(src).glob("*.dist-info"))
        v = (ds[0].name if ds else "?") + f" (src {src})"
    return v


def report(home: Path, args):
    tmp_home = copy_home(home)
    out = {"ok": True, "home": str(home), "mode": "read (on a temp copy)", "hermes_version": version(args.src)}
    try:
        c = Client(tmp_home)
        out.update(limits=c.limits, limits_source=c.limits_source, memory_config=c.mem_cfg)
        if c.cfg_error:
            out["config_error"] = c.cfg_error
        out["model"] = c.model()
        D = c.mt.ENTRY_DELIMITER
        load_exc, st = None, None
        try:
            st = c.store()
        except Exception as e:
            load_exc = f"{type(e).__name__}: {e}"
            out["ok"] = False
            out["load_exception"] = load_exc + "  (agent_init swallows this: the agent would run with NO memory store)"
        files = {}
        for target, fname in FILES.items():
            p = home / "memories" / fname
            facts, b = raw_facts(p)
            f = dict(facts)
            if b is None:
                files[fname] = f
                continue
            try:
                parsed = c.mt.MemoryStore._read_file(tmp_home / "memories" / fname)
            except Exception as e:
                f["parse_exception"] = f"{type(e).__name__}: {e}"
                files[fname] = f
                continue
            ded = list(dict.fromkeys(parsed))
            limit = c.limits[target]
            chars = len(D.join(ded)) if ded else 0
            f["entry_count"] = len(ded)
            f["duplicates_that_next_write_drops"] = len(parsed) - len(ded)
            f["char_count"] = chars
            f["char_limit"] = limit
            f["usage_pct"] = min(100, int(chars / limit * 100)) if limit else 0
            f["usage_pct_uncapped"] = round(chars / limit * 100, 1) if limit else None
            f["over_limit"] = chars > limit
            f["room_for_a_new_entry"] = limit - chars - (len(D) if ded else 0)
            f["entries"] = []
            for i, e in enumerate(ded):
                hits = [] if e.startswith("[BLOCKED:") else c.scan(e)
                f["entries"].append(
                    {
                        "i": i,
                        "chars": len(e),
                        "sha256_16": sha(e.encode()),
                        "lines": e.count("\n") + 1,
                        "oversized": len(e) > limit,
                        "blocked_by": hits,
                        "text": e if args.full else (e[:100] + ("..." if len(e) > 100 else "")),
                    }
                )
            f["blocked_entries"] = [x["i"] for x in f["entries"] if x["blocked_by"]]
            # the real drift check, on the copy
            drift, reasons = None, []
            if st is not None and hasattr(st, "_detect_external_drift"):
                try:
                    drift = st._detect_external_drift(target)
                except Exception as e:
                    drift = f"{type(e).__name__}: {e}"
                if drift:
                    raw = (tmp_home / "memories" / fname).read_text(encoding="utf-8")
                    p2 = [x.strip() for x in raw.split(D) if x.strip()]
                    if raw.strip() != D.join(p2):
                        reasons.append("round-trip mismatch")
                    if max((len(x) for x in p2), default=0) > limit:
                        reasons.append("one entry longer than the whole-file limit")
            f["external_drift"] = {
                "has_check": bool(st is not None and hasattr(st, "_detect_external_drift")),
                "detected": bool(drift),
                "reasons": reasons,
            }
            canonical = (D.join(ded)).encode("utf-8")
            f["canonical_bytes_equal"] = canonical == b
            f["next_write_would_change"] = (
                []
                if canonical == b
                else [
                    w
                    for w, hit in (
                        ("trailing whitespace/newline removed", b.rstrip() != b),
                        ("leading whitespace removed", b.lstrip() != b),
                        ("CRLF/CR turned into LF", b"\r" in b),
                        ("duplicate entries dropped", len(parsed) != len(ded)),
                        ("padding around entries / empty entries removed", "round-trip mismatch" in reasons),
                    )
                    if hit
                ]
                or ["other"]
            )
            files[fname] = f
        out["files"] = files
        if args.prompt and st is not None:
            out["system_prompt"] = {t: st.format_for_system_prompt(t) for t in FILES}
        out["memory_dir"] = dir_state(home / "memories")
        lock = {}
        try:
            import fcntl

            for fname in FILES.values():
                lp = home / "memories" / (fname + ".lock")
                if lp.exists():
                    with open(lp, "a+") as fd:
                        try:
                            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                            fcntl.flock(fd, fcntl.LOCK_UN)
                            lock[fname + ".lock"] = "free"
                        except BlockingIOError:
                            lock[fname + ".lock"] = "HELD by another process"
        except ImportError:
            pass
        out["locks"] = lock
    finally:
        shutil.rmtree(tmp_home.parent, ignore_errors=True)
    return out, 0 if out["ok"] else 3


def write(home: Path, args, op):
    real_home, tmp = home, None
    if args.simulate:
        tmp = copy_home(home)
        home = tmp
    out = {
        "ok": True,
        "home": str(real_home),
        "mode": "simulate (temp copy)" if tmp else "REAL WRITE",
        "hermes_version": version(args.src),
        "op": op,
    }
    rc = 0
    try:
        mem = home / "memories"
        before = {n: raw_facts(mem / n)[1] for n in FILES.values()}
        before_modes = {
            n: (oct(stat.S_IMODE((mem / n).stat().st_mode)) if (mem / n).exists() else None) for n in FILES.values()
        }
        before_dir = set(dir_state(mem))
        try:
            c = Client(home)
            st = c.store()
            kind, target = op[0], op[1]
            kw = dict(target=target, store=st)
            if kind == "add":
                kw.update(action="add", content=op[2])
            elif kind == "replace":
                kw.update(action="replace", old_text=op[2], content=op[3])
            elif kind == "remove":
                kw.update(action="remove", old_text=op[2])
            elif kind == "batch":
                kw.update(operations=json.loads(op[2]))
            res = json.loads(c.mt.memory_tool(**kw))
        except Exception as e:
            res = {"exception": f"{type(e).__name__}: {e}", "trace": traceback.format_exc().splitlines()[-4:]}
            out["ok"], rc = False, 3
        out["tool_result"] = res
        if rc == 0 and not res.get("success"):
            out["ok"], rc = False, 1
        after = {n: raw_facts(mem / n)[1] for n in FILES.values()}
        out["changed"] = {}
        for n in FILES.values():
            if before[n] != after[n]:
                out["changed"][n] = {
                    "mode_before": before_modes[n],
                    "mode_after": oct(stat.S_IMODE((mem / n).stat().st_mode)) if (mem / n).exists() else None,
                    "still_symlink": (mem / n).is_symlink(),
                    "diff": unified(before[n], after[n], n),
                }
        out["new_files"] = sorted(set(dir_state(mem)) - before_dir)
    finally:
        if tmp is not None:
            shutil.rmtree(tmp.parent, ignore_errors=True)
    return out, rc


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("home")
    ap.add_argument("--src", help="unpacked hermes-agent tree to use instead of the installed one")
    ap.add_argument("--full", action="store_true", help="do not shorten entry texts")
    ap.add_argument("--prompt", action="store_true")
    ap.add_argument("--simulate", action="store_true")
    ap.add_argument("--allow-live", action="store_true", help="allow HOME to be the user's own ~/.hermes")
    ap.add_argument("--compact", action="store_true", help="one-line JSON")
    ap.add_argument("--add", nargs=2, metavar=("TARGET", "TEXT"))
    ap.add_argument("--replace", nargs=3, metavar=("TARGET", "OLD", "NEW"))
    ap.add_argument("--remove", nargs=2, metavar=("TARGET", "OLD"))
    ap.add_argument("--batch", nargs=2, metavar=("TARGET", "JSON"))
    ap.add_argument("--hold-lock", nargs=2, metavar=("TARGET", "SECONDS"))
    ap.add_argument("--hammer", nargs=2, metavar=("TARGET", "N"))
    ap.add_argument("--journey-delete", metavar="NODE")
    args = ap.parse_args()

    home = Path(args.home).expanduser()
    if not home.is_dir():
        die(f"not a directory: {home}")
    home = home.resolve()
    ops = [(k, *getattr(args, k)) for k in ("add", "replace", "remove", "batch") if getattr(args, k)]
    writes = bool(ops or args.hammer or args.journey_delete or args.hold_lock) and not args.simulate
    if writes and home == (Path.home() / ".hermes").resolve() and not args.allow_live:
        die("refusing to write into the live ~/.hermes (use --allow-live)")
    if args.src:
        sys.path.insert(0, str(Path(args.src).resolve()))
    import logging

    logging.disable(logging.CRITICAL)

    if args.hold_lock:
        c = Client(home)
        t, secs = args.hold_lock
        with c.mt.MemoryStore._file_lock(home / "memories" / FILES[t]):
            print(json.dumps({"holding": FILES[t] + ".lock", "seconds": float(secs)}), flush=True)
            time.sleep(float(secs))
        return 0
    if args.hammer:
        c = Client(home)
        t, n = args.hammer[0], int(args.hammer[1])
        st, stats = c.store(), {"add_ok": 0, "add_fail": 0, "rm_ok": 0, "rm_fail": 0, "errors": []}
        for i in range(n):
            txt = f"probe {os.getpid()} {i}"
            r = json.loads(c.mt.memory_tool(action="add", target=t, content=txt, store=st))
            stats["add_ok" if r.get("success") else "add_fail"] += 1
            if not r.get("success"):
                stats["errors"].append(r.get("error", "")[:120])
            r = json.loads(c.mt.memory_tool(action="remove", target=t, old_text=txt, store=st))
            stats["rm_ok" if r.get("success") else "rm_fail"] += 1
            if not r.get("success"):
                stats["errors"].append(r.get("error", "")[:120])
            st.reset_consolidation_failures() if hasattr(st, "reset_consolidation_failures") else None
        stats["errors"] = sorted(set(stats["errors"]))[:10]
        print(json.dumps(stats, ensure_ascii=False))
        return 0
    if args.journey_delete:
        Client(home)
        from agent.learning_mutations import delete_node

        r = delete_node(args.journey_delete)
        print(json.dumps(r, ensure_ascii=False))
        return 0 if r.get("ok") else 1

    results, rc = [], 0
    if not ops:
        out, rc = report(home, args)
        results = out
    else:
        for op in ops:
            out, r = write(home, args, op)
            results.append(out)
            rc = max(rc, r)
        if len(results) == 1:
            results = results[0]
    print(json.dumps(results, ensure_ascii=False, indent=None if args.compact else 2))
    return rc


if __name__ == "__main__":
    sys.exit(main())
