import { expect, it } from "vitest"
import { exampleFields } from "../testing/exampleFields.ts"
import { hasErrors, parseQuery } from "./parse.ts"
import { printQuery } from "./print.ts"

/** The examples of the query language. `printed` is the printed form if it differs from `text`. */
const examples: ReadonlyArray<readonly [text: string, printed?: string]> = [
  ["blade runner"],
  ['"blade runner"'],
  ["type:movie year:1980..1989"],
  ["type:(movie, episode) is:unwatched"],
  ["tag:noir -tag:comedy"],
  ["tag=noir"],
  ["tag:(noir, western)"],
  ["tag:noir tag:western"],
  ['performer:"Ingrid Bergman"'],
  ["performer:{gender:female age>=40 is:favorite}"],
  ["-performer:{country:US}"],
  ['studio:"Studio Ghibli" sort:-rating limit:20'],
  ["rating>=4*"],
  ["no:rating"],
  ["duration>1h30m size<2GB"],
  ["resolution>=1080p codec:hevc -is:hdr"],
  ["added:30d is:new"],
  ["played<2025-01-01"],
  ["plays:0"],
  ["(type:movie OR type:series) genre:horror"],
  ['title^="The " title!~"(?i)part \\d"'],
  ["date:2024-05"],
  ["date:..1960", "date<=1960"],
  ["no:date"],
  ["has:subtitles sub:(de, en) audio:ja", "has:subtitles (sub:de OR sub:en) audio:ja"],
  ['in:"Summer" -in:"Seen twice"', 'in:Summer -in:"Seen twice"'],
  ["phash:near(88982eebd3552d9c, 8)"],
  ['path:"/mnt/films/" source.title:nfo', "path:/mnt/films/ source.title:nfo"],
  ['type:track bpm:120..130 artist:(Cannons, "Night Tapes") is:favorite sort:random limit:50'],
  ["NOT (is:watched OR is:started) limit:10%"]
]

it.each(examples.map(([text, printed = text]) => [text, printed] as const))(
  "reads and prints %s as %s",
  (text, printed) => {
    const parsed = parseQuery(text, exampleFields)
    expect(parsed.problems).toEqual([])
    expect(printQuery(parsed.query, exampleFields)).toBe(printed)
    const again = parseQuery(printed, exampleFields)
    expect(again.query).toEqual(parsed.query)
    expect(hasErrors(again)).toBe(false)
  }
)

const trees: ReadonlyArray<readonly [string, unknown]> = [
  ["spider-man", { type: "condition", field: "words", operator: "contains", value: "spider-man" }],
  ["", { type: "group", operator: "and", children: [] }],
  ["TAG:Noir", { type: "condition", field: "tag", operator: "equals", value: "Noir" }],
  ["tag!=noir", { type: "condition", field: "tag", operator: "not_equals", value: "noir", depth: 0 }],
  [
    "tag:all(noir, western)",
    { type: "condition", field: "tag", operator: "all_of", value: ["noir", "western"] }
  ],
  ["size>=1.5GB", { type: "condition", field: "size", operator: "greater_equal", value: 1_500_000_000 }],
  ["duration:95m", { type: "condition", field: "duration", operator: "equals", value: 5700 }],
  ["resolution:4K", { type: "condition", field: "resolution", operator: "equals", value: "4k" }],
  ["rating:80", { type: "condition", field: "rating", operator: "equals", value: 80 }],
  [
    "added!:6mo",
    { type: "condition", field: "createdAt", operator: "not_in_last", value: { amount: 6, unit: "months" } }
  ],
  ["title:*", { type: "condition", field: "title", operator: "is_not_null" }]
]

it.each(trees)("reads %s", (text, tree) => {
  const { problems, query } = parseQuery(text, exampleFields)
  expect(problems).toEqual([])
  expect(query.where).toEqual(tree)
})

it("binds AND more tightly than OR", () => {
  const read = (text: string) => parseQuery(text, exampleFields).query.where
  expect(read("a b OR c")).toEqual(read("(a AND b) | c"))
  expect(read("a|b")).toEqual({ type: "condition", field: "words", operator: "equals", value: "a|b" })
})

it("accepts emoji, right-to-left text and homoglyphs unchanged", () => {
  for (const text of ["🎬🍿", "שלום עולם", "Аlien", 'title:"👩‍👩‍👧 family"', "tag:מתח"]) {
    const parsed = parseQuery(text, exampleFields)
    expect(parsed.problems).toEqual([])
    expect(parseQuery(printQuery(parsed.query, exampleFields), exampleFields).query).toEqual(parsed.query)
  }
})
