"""Answers lookups from a catalog. A real plugin would ask a website that its manifest names."""

import json
import os
import sys
from pathlib import Path


def log(mark, text):
    """Writes a line to the log of the run: d, i, w or e; p is progress from 0 to 1."""
    print(f"\x01{mark}\x02{text}", file=sys.stderr, flush=True)


def find(catalog, title, most):
    words = title.casefold().split()
    hits = [film for film in catalog if all(word in film["title"].casefold() for word in words)]
    return hits[:most]


def main():
    given = json.load(sys.stdin)
    title = str(given["args"].get("title", ""))
    if not title.strip():
        print(json.dumps({"error": "Give a title."}))
        return
    # Credentials are in the environment of the run, and nowhere else.
    log("d", "with an API key" if os.environ.get("PLUGIN_AUTH_API_KEY") else "without an API key")
    catalog = json.loads((Path(__file__).parent / "catalog.json").read_text())
    results = find(catalog, title, int(given["settings"].get("most", 10)))
    log("i", f"{len(results)} films match")
    print(json.dumps({"output": {"results": results}}))


if __name__ == "__main__":
    main()
