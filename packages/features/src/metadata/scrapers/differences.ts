import type { Scraped } from "@media/scrapers/mapped/Scraped"
import type { FixtureResult } from "./shapes.ts"

const MOST = 100

/** Returns all values, keyed by their path, such as `Title`, `Performers.0.Name` or `URLs.0`. */
const valuesOf = (objects: ReadonlyArray<Scraped>, before = ""): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  objects.forEach(({ fields, relations, urls }, at) => {
    const path = before === "" && objects.length === 1 ? "" : `${before}${at}.`
    for (const [name, value] of Object.entries(fields)) values.set(`${path}${name}`, value)
    urls.forEach((url, index) => values.set(`${path}URLs.${index}`, url))
    for (const [name, inner] of Object.entries(relations))
      for (const [key, value] of valuesOf(inner, `${path}${name}.`)) values.set(key, value)
  })
  return values
}

/** Returns the values that differ between two results of a scraper. */
export const differences = (
  expected: ReadonlyArray<Scraped>,
  found: ReadonlyArray<Scraped>
): FixtureResult["differences"] => {
  const [before, after] = [valuesOf(expected), valuesOf(found)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .slice(0, MOST)
    .map((path) => ({ path, expected: before.get(path) ?? null, found: after.get(path) ?? null }))
}
