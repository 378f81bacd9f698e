import type { ScraperTest } from "./queries"

type Result = ScraperTest["results"][number]

export interface Difference {
  readonly path: string
  readonly expected: string | null
  readonly found: string | null
}

/** Returns all values of a result, each with a path such as `Performers.0.Name`. */
export const valuesOf = (
  result: Result,
  before = ""
): ReadonlyArray<readonly [path: string, value: string]> => [
  ...Object.entries(result.fields).map(([name, value]) => [`${before}${name}`, value] as const),
  ...result.urls.map((url, n) => [`${before}URLs.${n}`, url] as const),
  ...Object.entries(result.relations).flatMap(([name, inner]) =>
    inner.flatMap((each, n) => valuesOf(each, `${before}${name}.${n}.`))
  )
]

const all = (results: ReadonlyArray<Result>): ReadonlyMap<string, string> =>
  new Map(results.flatMap((result, n) => valuesOf(result, results.length === 1 ? "" : `${n}.`)))

export const differences = (
  expected: ReadonlyArray<Result>,
  found: ReadonlyArray<Result>
): ReadonlyArray<Difference> => {
  const [before, after] = [all(expected), all(found)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, expected: before.get(path) ?? null, found: after.get(path) ?? null }))
}
