"""Looks up movies in a catalog file. A real plugin would query a website that its plugin.yml declares."""

import json
import os
import sys
from pathlib import Path


def log(mark, text):
    """Writes a line to the log of the run. The mark is a level (d, i, w or e), or p for progress from 0 to 1."""
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
    # The server passes credentials only in environment variables.
    log("d", "with an API key" if os.environ.get("PLUGIN_AUTH_API_KEY") else "without an API key")
    catalog = json.loads((Path(__file__).parent / "catalog.json").read_text())
    results = find(catalog, title, int(given["settings"].get("most", 10)))
    log("i", f"{len(results)} movies match")
    print(json.dumps({"output": {"results": results}}))


if __name__ == "__main__":
    main()
