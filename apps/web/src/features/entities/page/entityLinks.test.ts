import { expect, it } from "vitest"
import { entityFixture } from "../testing"
import { linksOf } from "./entityLinks"
import { yearsBetween } from "./entityFacts"

it("creates links only for web addresses and known databases", () => {
  const entity = {
    ...entityFixture,
    urls: ["https://www.example.com/a", "javascript:alert(1)"],
    externalIds: { imdb: "nm0000006", "https://stashdb.org/graphql": "a/b", other: "7" }
  }
  expect(linksOf("performer", entity)).toEqual([
    { label: "example.com", to: "https://www.example.com/a" },
    { label: "javascript:alert(1)" },
    { label: "IMDb", to: "https://www.imdb.com/name/nm0000006/" },
    { label: "stashdb.org", to: "https://stashdb.org/performers/a%2Fb" },
    { label: "other: 7" }
  ])
})

it.each([
  ["1915-08-29", "1982-08-29", 67],
  ["1915-08-29", "1982-08-28", 66],
  ["1915", "1982-03", 67]
])("counts full years from %s to %s", (from, to, years) => {
  expect(yearsBetween(from, to)).toBe(years)
})
