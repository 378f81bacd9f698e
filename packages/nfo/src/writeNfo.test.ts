import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { NfoCredit, NfoFields, NfoKind } from "./NfoFields.ts"
import { readNfo } from "./readNfo.ts"
import { writeNfo } from "./writeNfo.ts"

const signs = fc.oneof(fc.constantFrom(..."<>&\"']é漢🎬 ab".split("")), fc.fullUnicode())
const line = fc
  .stringOf(signs, { minLength: 1, maxLength: 12 })
  .map((text) =>
    text
      .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "")
      .replace(/\s+/g, " ")
      .trim()
  )
  .filter((text) => text !== "")
/** Generates a name without commas and slashes, because these characters separate several names in an NFO file. */
const word = line
  .map((text) => text.replace(/[,/]/g, "").replace(/\s+/g, " ").trim())
  .filter((text) => text !== "")
const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const count = fc.nat({ max: 9_999 })
const list = (one: fc.Arbitrary<string>) => fc.uniqueArray(one, { minLength: 1, maxLength: 4 })

const credits = fc
  .tuple(
    fc.uniqueArray(fc.tuple(word, fc.constantFrom("actor", "guest", "producer")), {
      maxLength: 3,
      selector: ([name]) => name
    }),
    fc.uniqueArray(word, { maxLength: 2 }),
    fc.uniqueArray(word, { maxLength: 2 })
  )
  .map(([actors, directors, writers]): ReadonlyArray<NfoCredit> => [
    ...actors.map(([name, role], order) => ({ name, role: role as "actor", order })),
    ...directors.map((name, order) => ({ name, role: "director" as const, order })),
    ...writers.map((name, order) => ({ name, role: "writer" as const, order }))
  ])
  .filter((all) => all.length > 0)

const fields: fc.Arbitrary<NfoFields> = fc
  .record(
    {
      title: line,
      originalTitle: line,
      sortTitle: line,
      overview: line,
      tagline: line,
      releaseDate: day,
      ended: day,
      runtimeMinutes: fc.integer({ min: 1, max: 999 }),
      contentRating: line,
      communityRating: fc.integer({ min: 1, max: 100 }),
      genres: list(word),
      countries: list(line),
      studio: line,
      set: line.map((name) => ({ name })),
      credits,
      externalIds: fc.constantFrom({ imdb: "tt0000007" }, { tmdb: "12", tvdb: "7" }),
      season: count,
      episode: count,
      airs: fc.constantFrom({ beforeSeason: 2, beforeEpisode: 1 }, { afterSeason: 3 }),
      status: fc.constantFrom("continuing" as const, "ended" as const),
      watched: fc.boolean(),
      isLocked: fc.constant(true as const),
      lockedFields: fc.constantFrom(["title"], ["overview", "genres"])
    },
    { requiredKeys: [] }
  )
  .map((all) => (all.releaseDate === undefined ? all : { ...all, year: Number(all.releaseDate.slice(0, 4)) }))
const kinds = fc.constantFrom<NfoKind>("movie", "tvshow", "season", "episodedetails")

describe("round trip", () => {
  it("reads back the written fields", () => {
    fc.assert(
      fc.property(kinds, fields, (kind, given) => {
        expect(readNfo(writeNfo(kind, given)!)).toEqual({ root: kind, fields: given, problems: [] })
      }),
      { numRuns: 400 }
    )
  })

  it("changes only the given fields", () => {
    fc.assert(
      fc.property(kinds, fields, fields, (kind, before, changes) => {
        const text = writeNfo(kind, before)!
        const after = { ...before, ...changes }
        expect(readNfo(writeNfo(kind, changes, text)!).fields).toEqual(after)
        expect(writeNfo(kind, before, text)).toBe(text)
      }),
      { numRuns: 400 }
    )
  })
})

describe("writeNfo with an existing file", () => {
  const text = `<?xml version="1.0" encoding="windows-1252"?>
<!-- made by hand -->
<movie>
    <name>Old</name>
    <!-- kept > -->
    <fileinfo attr="a>b"><streamdetails/></fileinfo>
    <title>Older</title>
    <own:thing xmlns:own="x"><![CDATA[<title>]]></own:thing>
</movie>
https://a.example/?a&b`

  it("keeps unknown elements, comments and the order of elements", () => {
    expect(writeNfo("movie", { title: "New & <bold>", tagline: "Light." }, text))
      .toBe(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!-- made by hand -->
<movie>
    <title>New &amp; &lt;bold&gt;</title>
    <!-- kept > -->
    <fileinfo attr="a>b"><streamdetails/></fileinfo>
    <own:thing xmlns:own="x"><![CDATA[<title>]]></own:thing>
    <tagline>Light.</tagline>
</movie>
https://a.example/?a&b`)
  })

  it("removes the element of a cleared field", () => {
    expect(writeNfo("movie", { title: null }, "<movie><title>A</title><plot>b</plot></movie>")).toBe(
      "<movie><plot>b</plot></movie>"
    )
  })

  it("adds missing elements", () => {
    expect(readNfo(writeNfo("movie", { title: "A" }, "<movie/>")!).fields).toEqual({ title: "A" })
    expect(readNfo(writeNfo("movie", { title: "A" }, "<movie></movie>")!).fields).toEqual({ title: "A" })
  })

  it.each(["<movie>", "<tvshow/>", "hello"])("does not overwrite an invalid file: %s", (existing) => {
    expect(writeNfo("movie", { title: "A" }, existing)).toBeNull()
  })
})

it("writes and updates several episodes", () => {
  const segments = [
    { episode: 1, title: "First" },
    { episode: 2, title: "Second", airDate: "2004-07-16" }
  ]
  const text = writeNfo("episodedetails", { season: 1, studio: "A", segments })!
  expect(readNfo(text).fields).toMatchObject({
    title: "First / Second",
    season: 1,
    episode: 1,
    episodeEnd: 2,
    studio: "A",
    segments
  })
  const three = [...segments, { episode: 3, title: "Third" }]
  expect(readNfo(writeNfo("episodedetails", { season: 1, segments: three }, text)!).fields.segments).toEqual(
    three
  )
  expect(readNfo(writeNfo("episodedetails", { studio: "B" }, text)!).fields).toMatchObject({
    studio: "B",
    title: "First / Second"
  })
})
