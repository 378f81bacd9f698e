import { expect, it } from "vitest"
import { sentence } from "./sentence.ts"
import { exampleFields } from "./testing/exampleFields.ts"
import { parseQuery } from "./text/parse.ts"

it.each([
  ["tag:(Noir, Western)", "Tag is any of Noir, Western"],
  ["tag=Noir", "Tag is Noir, excluding sub-entries"],
  ["duration>=1h30m", "Duration is at least 1h30m"],
  ["added:30d", "Added is in the last 30 days"],
  ["played<2025", "Last played at is before 2025"],
  ["is:favorite -is:hdr", "Is favorite and not: Is hdr"],
  ["is:unwatched", "Is not watched"],
  ["NOT (a OR b OR c)", "none of: Text contains a, Text contains b, or Text contains c"],
  ["(a OR b) no:date", "(Text contains a or Text contains b) and Date is empty"],
  [
    "performer:{gender:female age>=40}",
    "at least one performer has: Gender is female and Age is at least 40"
  ],
  ["year:1980..1989", "Year is between 1980 and 1989"],
  ["", "Everything"]
])("describes the query %j", (text, expected) => {
  expect(sentence(parseQuery(text, exampleFields).query.where, exampleFields)).toBe(expected)
})

it("shows the name of an entity instead of its id", () => {
  const { query } = parseQuery("tag:0190", exampleFields)
  expect(sentence(query.where, exampleFields, { nameOf: () => "Noir" })).toBe("Tag is Noir")
})
