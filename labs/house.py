#!/usr/bin/env python3
"""Prints the figures of the house: lines by capability, names, arrows, words, options.

    labs/house.py [REVISION [REVISION]]

One column for the work tree, or one for each revision of git that is named. Ends with 1 when a rule
is broken: a package without a capability, a name of two types, an arrow that runs up.
"""

import collections
import os
import re
import subprocess
import sys

# The first pattern that a package matches gives its capability. "job" marks emulate, verify, judge.
CAPABILITIES = [
    ("emulate (job)", r"core/workload|simulator/(workload|schedule|client(/(http|grpc))?|engine|auth|run|shards)"),
    ("verify (job)", r"simulator/verify"),
    ("judge (job)", r"core/(checker|verdict)"),
    ("protect: preflight, guard", r"simulator/(preflight(/.*)?|target)"),
    ("record, merge, published figures", r"core/(record|stats|merge|experiment|repeats|published)"),
    ("pages, comparisons, imports", r"reports/.*"),
    ("Nacos: protocol, admin", r"cluster(/(protocol(/grpc)?|admin|reach|server|token|transport))?|reference"),
    ("real clusters", r"cluster/(process|quota|network|cli|dilation)|com/alibaba/nacos/capacity/authcache"),
    ("stand-in", r"cluster/standin(/.*)?"),
    ("model, prediction", r"cluster/model|simulator/(client/model|study/size)"),
    ("faults, recovery", r"chaos/.*|cluster/(proxy|hook)"),
    ("studies: search, plan, profile", r"simulator/study(/.*)?"),
    ("a live run: command line, views", r"simulator/(cli|options|session|console|metrics|proc)"),
    ("JMeter", r"jmeter/.*"),
    ("shared: command line, text, time", r"core/(cli|text|time|yaml)"),
    ("labs", r"bench"),
]

# The options of stock JMeter, which its launcher reads and passes on.
STOCK_OPTIONS = "Invocation"

# What a module may use, in the order of the arrows.
ORDER = ["core", "reports", "nacos-cluster", "simulator", "chaos", "jmeter-plans", "labs"]
ROOT = "dev/nacoscapacity/"
OPTION = re.compile(r'"(--[a-z][a-z0-9-]*)')


def git(*args):
    return subprocess.run(["git", *args], check=True, capture_output=True, text=True).stdout


def files(revision):
    """Path and text of every tracked file that counts."""
    listed = git("ls-tree", "-r", "--name-only", revision) if revision else git("ls-files", "-co", "--exclude-standard")
    for path in sorted(set(listed.splitlines())):
        if not path.endswith((".java", ".md")):
            continue
        if revision:
            yield path, git("show", f"{revision}:{path}")
        elif os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                yield path, file.read()


def code(text):
    """Java without comments and blank lines."""
    text = re.sub(r"(?m)^\s*/\*.*?\*/\s*$", "", text, flags=re.S)
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]


def rank(module):
    """The place of a module in the order of the arrows; what is built apart may use all."""
    return ORDER.index(module) if module in ORDER else len(ORDER)


def capability(package):
    found = (name for name, pattern in CAPABILITIES if re.fullmatch(pattern, package))
    return next(found, None)


def figures(revision):
    lines, counts = collections.Counter(), collections.Counter()
    homes, owner, imports, faults, options = {}, {}, [], [], set()
    for path, text in files(revision):
        if path.endswith(".md"):
            # The reference is made from the code.
            if "zh-CN" not in path and "`ReferenceTest`" not in text[:400]:
                counts["words of English documents"] += len(text.split())
            continue
        if "/src/test/" in path:
            counts["lines of tests, not blank"] += sum(1 for line in text.splitlines() if line.strip())
            continue
        module, source = path.split("/src/main/java/") if "/src/main/java/" in path else (None, None)
        if not module:
            continue
        module = module.split("/")[0]
        package = os.path.dirname(source).removeprefix(ROOT)
        counts["files"] += 1
        body = code(text)
        lines[capability(package)] += len(body)
        if not capability(package):
            faults.append(f"package without a capability: {package}")
        name = os.path.basename(path)[:-5]
        if name != "package-info":
            if name in homes:
                faults.append(f"name of two types: {name} in {homes[name]} and {package}")
            homes[name] = package
            counts["types over 300 lines"] += len(body) > 300
        owner[package] = module
        imports += [(module, package, used) for used in re.findall(rf"(?m)^import (?:static )?{ROOT.replace('/', '.')}([a-z0-9.]+)\.[A-Z]", text)]
        if name != STOCK_OPTIONS:
            options.update(OPTION.findall("".join(re.findall(r"@Option\(.*?\)\s", text, flags=re.S))))
    arrows = set()
    for module, package, used in imports:
        target = used.replace(".", "/")
        if target != package:
            arrows.add((package, target))
        if target in owner and rank(owner[target]) > rank(module):
            faults.append(f"arrow that runs up: {package} -> {target}")
    total = sum(lines.values())
    job = sum(count for name, count in lines.items() if name and name.endswith("(job)"))
    rows = [(name, lines[name]) for name, _ in CAPABILITIES]
    rows += [("all lines of code", total), ("of these the job, in percent", round(100 * job / max(1, total)))]
    counts["arrows between packages"] = len(arrows)
    counts["options"] = len(options)
    rows += [(name, counts[name]) for name in ("files", "types over 300 lines", "arrows between packages", "options", "lines of tests, not blank", "words of English documents")]
    return rows, sorted(set(faults))


def main():
    revisions = sys.argv[1:] or [""]
    if any(revision.startswith("-") for revision in revisions):
        print(__doc__)
        return 64
    os.chdir(git("rev-parse", "--show-toplevel").strip())
    columns = [figures(revision) for revision in revisions]
    print("| | " + " | ".join(revision or "now" for revision in revisions) + " |")
    print("|---|" + "---:|" * len(revisions))
    for row in zip(*(rows for rows, _ in columns)):
        print(f"| {row[0][0]} | " + " | ".join(f"{count:,}" for _, count in row) + " |")
    faults = columns[-1][1]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
