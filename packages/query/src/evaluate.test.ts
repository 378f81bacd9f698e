import { describe, expect, it } from "vitest"
import { evaluate, type QueryRecord } from "./evaluate.ts"
import { exampleFields } from "./testing/exampleFields.ts"
import { hasErrors, parseQuery } from "./text/parse.ts"

const clock = { now: Date.parse("2026-03-31T02:30:00Z"), zone: "America/New_York" }

const video: QueryRecord = {
  kind: "movie",
  words: ["The Big Sleep", "Humphrey Bogart"],
  values: {
    kind: "movie",
    title: "The Big Sleep",
    date: "1946",
    duration: 6840,
    size: 2_000_000_000,
    resolution: "1080p",
    rating: 80,
    isFavorite: true,
    isWatched: false,
    createdAt: Date.parse("2026-03-31T01:00:00Z"),
    phash: "88982eebd3552d9c",
    inCollection: ["Summer"],
    tag: [
      {
        id: "1",
        names: ["Noir"],
        above: [
          { id: "2", names: ["Crime"], levels: 1 },
          { id: "3", names: ["Genre"], levels: 2 }
        ]
      }
    ],
    performer: [
      {
        id: "4",
        names: ["Lauren Bacall"],
        record: { kind: "performer", values: { gender: "female", age: 21 } }
      },
      {
        id: "5",
        names: ["Humphrey Bogart"],
        record: { kind: "performer", values: { gender: "male", age: 46 } }
      }
    ]
  }
}

const holds = (text: string, record = video): boolean => {
  const parsed = parseQuery(text, exampleFields)
  if (hasErrors(parsed)) throw new Error(JSON.stringify(parsed.problems))
  return evaluate(parsed.query.where, record, exampleFields, clock)
}

describe("records that match", () => {
  it.each([
    ...[
      "big sleep",
      '"the big"',
      "bogart",
      "type:movie",
      'title="THE BIG SLEEP"',
      "title^=the title$=SLEEP",
      'title~"(?i)big\\b"'
    ],
    ...["date:1946", "date>=1946", "date<=1946", "date:1940..1950", "date<1946-01-02", "date>1945"],
    ...[
      "duration>1h30m",
      "duration:1h..2h",
      "duration!:1h..90m",
      "size:2GB",
      "resolution>=720p",
      "resolution:(4k, 1080p)"
    ],
    ...["rating:4*", "is:favorite", "is:unwatched", "-is:watched", "-is:hdr", "in:Summer", "-in:Winter"],
    ...[
      "tag:noir",
      "tag:crime",
      "tag:genre",
      "tag:depth(1, crime)",
      "-tag=crime",
      "tag:all(noir, genre)",
      "tag!:comedy"
    ],
    ...[
      "performer:{gender:female}",
      "performer:{age>30}",
      "-performer:{age>50}",
      "performer:all{age>20}",
      "performer:none{age>50}"
    ],
    ...["phash:near(88982eebd3552d9f, 2)", "no:plays", "plays!:1 OR no:plays", "-(duration<1h OR size<1GB)"],
    ...["added:2h", "added:today", "added:30d", "added:2026", "added>2026-03-30", "NOT added:30min"]
  ])("matches %s", (text) => expect(holds(text)).toBe(true))
})

describe("records that do not match", () => {
  it.each([
    ...[
      "small",
      "type:episode",
      "title=big",
      "date>1946",
      "date<1946",
      "no:date",
      "-is:favorite",
      "tag=crime"
    ],
    ...[
      "tag:depth(1, genre)",
      "performer:{gender:female age>30}",
      "performer:all{age>30}",
      "phash:near(88982eebd3552d9f, 1)"
    ],
    ...["added:yesterday", "added!:30d", "resolution:4k", "rating<4*"]
  ])("does not match %s", (text) => expect(holds(text)).toBe(false))
})

it("treats a condition on a missing value as false and its negation as true", () => {
  for (const text of ["plays:1", "plays!=1", "plays>1", "genre:x", "genre!:x", "artist!:x", "is:hdr"]) {
    expect([text, holds(text), holds(`NOT (${text})`)]).toEqual([text, false, true])
  }
})

it("treats a condition on a field that the kind lacks as false and its negation as true", () => {
  const book = { ...video, kind: "book" }
  expect(holds("duration>1h", book)).toBe(false)
  expect(holds("-duration>1h", book)).toBe(true)
  expect(holds("no:duration", book)).toBe(false)
})

it("uses the viewer's time zone only for today and yesterday", () => {
  // The clock shows 02:30 UTC on March 31, which is still the evening of March 30 in New York.
  const before = { ...video, values: { ...video.values, createdAt: Date.parse("2026-03-30T03:30:00Z") } }
  expect(holds("added:yesterday", before)).toBe(true)
  expect(holds("added:2026-03-30", before)).toBe(true)
})

it("counts back by months, to the last day of a shorter month", () => {
  const at = (text: string) => ({ ...video, values: { ...video.values, createdAt: Date.parse(text) } })
  expect(holds("added:1mo", at("2026-02-28T03:00:00Z"))).toBe(true)
  expect(holds("added:1mo", at("2026-02-28T02:00:00Z"))).toBe(false)
})

it("treats a span that is longer than the calendar as unlimited", () => {
  expect(holds("added:999999y")).toBe(true)
  expect(holds("date:999999w")).toBe(true)
})
