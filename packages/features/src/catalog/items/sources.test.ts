import fc from "fast-check"
import { expect, it } from "vitest"
import { sourceNames } from "./sourcedFields.ts"
import { replacing, shownValue, stated, type StatedFields } from "./sources.ts"
import * as Option from "effect/Option"

const say = (
  before: StatedFields,
  source: (typeof sourceNames)[number],
  set: Record<string, unknown>,
  clear: ReadonlyArray<string> = []
) => stated(before, { source, set, clear })

it("shows the value of the source with the highest precedence", () => {
  const named = say({}, "name", { title: "heat.1995" })
  const tagged = say(named, "tags", { title: "HEAT" })
  const scraped = say(tagged, "scrape", { title: "Heat (US)" })
  const noted = say(scraped, "nfo", { title: "Heat" })
  const edited = say(noted, "user", { title: "My Heat" })
  expect([named, tagged, scraped, noted, edited].map((all) => shownValue(all, "title"))).toEqual([
    "heat.1995",
    "HEAT",
    "Heat (US)",
    "Heat",
    "My Heat"
  ])
  expect(shownValue(say(edited, "nfo", { title: "Other" }), "title")).toBe("My Heat")
  expect(shownValue(say(edited, "user", {}, ["title"]), "title")).toBe("Heat")
})

it("keeps a field empty if a user cleared it", () => {
  const emptied = say(say({}, "nfo", { details: "A plot" }), "user", { details: null })
  expect(shownValue(emptied, "details")).toBe(null)
  expect(shownValue(say(emptied, "user", {}, ["details"]), "details")).toBe("A plot")
})

it("records only the differences when all values of a source are replaced", () => {
  const before = say({}, "nfo", { title: "Heat", externalIds: { imdb: "tt1", tmdb: "2" }, tagline: "x" })
  const wanted = { title: "Heat", externalIds: { tmdb: "2", imdb: "tt1" }, details: "A plot" }
  expect(Option.getOrThrow(replacing(before, "nfo", wanted, "a.nfo"))).toEqual({
    source: "nfo",
    ref: "a.nfo",
    set: { details: "A plot" },
    clear: ["tagline"]
  })
  expect(Option.isNone(replacing(before, "nfo", { ...wanted, details: undefined, tagline: "x" }))).toBe(false)
  const after = stated(before, Option.getOrThrow(replacing(before, "nfo", wanted)))
  expect(Option.isNone(replacing(after, "nfo", wanted))).toBe(true)
})

it("shows the same value as a naive implementation after any sequence of changes", () => {
  const source = fc.constantFrom(...sourceNames)
  const step = fc.record({ source, value: fc.option(fc.integer({ min: 0, max: 9 })) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const all = steps.reduce<StatedFields>(
        (before, { source: by, value }) =>
          value === null ? say(before, by, {}, ["title"]) : say(before, by, { title: value }),
        {}
      )
      const last = sourceNames.map((name) => steps.findLast((one) => one.source === name)?.value ?? null)
      expect(shownValue(all, "title")).toBe(last.find((value) => value !== null) ?? null)
    })
  )
})
