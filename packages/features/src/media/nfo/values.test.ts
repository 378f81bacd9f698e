import { readNfo } from "@media/nfo/readNfo"
import fc from "fast-check"
import { expect, it } from "vitest"
import { classificationOf, valuesOf } from "./values.ts"

const fieldsOf = (inner: string, root = "movie") => readNfo(`<${root}>${inner}</${root}>`).fields

it("returns only values that the file contains", () => {
  expect(valuesOf(fieldsOf("<title>Heat</title><plot></plot><genre></genre>"))).toEqual({ title: "Heat" })
  expect(valuesOf(fieldsOf("<year>1995</year>"))).toEqual({ date: "1995" })
  expect(valuesOf(fieldsOf("<premiered>1995-12-15</premiered><year>1990</year>"))["date"]).toBe("1995-12-15")
})

it("merges genres with tags and lists each person once", () => {
  const values = valuesOf(
    fieldsOf(
      "<genre>Crime</genre><tag>crime</tag><tag>Heist</tag><director>Al Pacino</director>" +
        "<actor><name>Al Pacino</name><role>Vincent</role></actor><credits>Ann Writer</credits>"
    )
  )
  expect(values["tags"]).toHaveLength(2)
  expect(values["performers"]).toEqual([
    { name: "Al Pacino", character: "Vincent" },
    { name: "Ann Writer", role: "Writer" }
  ])
})

it("truncates the titles of the individual episodes in a file to 500 characters", () => {
  const one = (title: string) =>
    `<episodedetails><title>${title}</title><episode>1</episode></episodedetails>`
  const { segments } = valuesOf(readNfo(one("A".repeat(600)) + one("B")).fields)
  expect(segments).toEqual([
    { episode: 1, title: "A".repeat(500) },
    { episode: 1, title: "B" }
  ])
})

it("classifies a video by the root element of its NFO file", () => {
  const inner = "<season>2</season><episode>3</episode><episodenumberend>4</episodenumberend><title>T</title>"
  expect(classificationOf("episodedetails", fieldsOf(inner, "episodedetails"))).toEqual({
    role: "episode",
    season: 2,
    episode: 3,
    episodeEnd: 4
  })
  expect(classificationOf("movie", fieldsOf("<year>1995</year>"))).toEqual({ role: "movie", year: 1995 })
  expect(classificationOf("tvshow", {})).toBeUndefined()
  expect(classificationOf(null, {})).toBeUndefined()
})

const whole = `<?xml version="1.0" encoding="utf-8"?><movie><title>Heat &amp; Dust</title><plot>A "thief"</plot>
  <ratings><rating name="imdb" max="10" default="true"><value>8.3</value></rating></ratings>
  <actor><name>Al Pacino</name><role>Vincent</role><order>0</order></actor>
  <uniqueid type="imdb" default="true">tt0113277</uniqueid><set><name>Heat</name></set></movie>`

it("returns valid values even for randomly damaged files", () => {
  const cut = fc.record({
    from: fc.nat(whole.length),
    length: fc.nat(40),
    put: fc.oneof(
      fc.fullUnicodeString({ maxLength: 8 }),
      fc.constantFrom("<", "&#0;", "]]>", "\u0000", "<title>")
    )
  })
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 5 }), (cuts) => {
      const damaged = cuts.reduce(
        (text, { from, length, put }) => text.slice(0, from) + put + text.slice(from + length),
        whole
      )
      const { fields, root } = readNfo(damaged)
      const values = valuesOf(fields)
      expect(JSON.parse(JSON.stringify(values))).toEqual(values)
      expect(JSON.stringify(values)).not.toContain(String.raw`\u0000`)
      classificationOf(root, fields)
    }),
    { numRuns: 500 }
  )
})
