"""Run these tests with: python3 -m unittest"""

import json
import subprocess
import sys
import unittest
from pathlib import Path


def run(args, settings=None):
    given = {"args": args, "settings": settings or {}}
    program = [sys.executable, "main.py"]
    done = subprocess.run(
        program, input=json.dumps(given), capture_output=True, text=True, cwd=Path(__file__).parent, check=True
    )
    return json.loads(done.stdout)


class Lookup(unittest.TestCase):
    def test_finds_movies_by_words_in_their_titles(self):
        results = run({"title": "general"})["output"]["results"]
        self.assertEqual([film["year"] for film in results], [1926])

    def test_limits_the_number_of_results_to_the_setting(self):
        self.assertEqual(len(run({"title": "m"}, {"most": 1})["output"]["results"]), 1)

    def test_fails_without_a_title(self):
        self.assertEqual(run({}), {"error": "Give a title."})


if __name__ == "__main__":
    unittest.main()
