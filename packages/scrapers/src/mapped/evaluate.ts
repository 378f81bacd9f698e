import * as Effect from "effect/Effect"
import type { Attribute, MappedObject } from "../definition/Definition.ts"
import type { Hits } from "../Hits.ts"
import { MOST_TEXT } from "../limits.ts"
import { ScrapeFailed } from "../ScrapeFailed.ts"
import type { Page } from "../ScraperTools.ts"
import { attributeValues } from "./attributeValues.ts"
import { absoluteAddress, baseOf, baseSelectors, isPicture } from "./pictures.ts"
import { type Run, withAddress } from "./Run.ts"
import { isEmpty, type Scraped } from "./Scraped.ts"

/** The values of every field of an object and of its related objects. */
interface Evaluated {
  readonly values: ReadonlyMap<string, ReadonlyArray<string>>
  readonly relations: ReadonlyMap<string, Evaluated>
}

/** Relations that have only one object per result. The n-th result uses the n-th value. */
const SINGLE: ReadonlySet<string> = new Set(["Studio", "Parent"])

/** Relations whose n-th values form one object. Repeated and empty values keep their positions. */
const ALIGNED: ReadonlySet<string> = new Set(["Seasons", "Episodes", "Scenes"])

const attributesOf = ({ fields, relations }: MappedObject): ReadonlyArray<Attribute> => [
  ...Object.values(fields),
  ...Object.values(relations).flatMap(attributesOf)
]

interface Reading {
  readonly run: Run
  readonly page: Page
  readonly hits: ReadonlyMap<string, Hits>
  /** The URL against which relative URLs on the page are resolved. */
  readonly base: string
  left: number
}

const valuesOf = (reading: Reading, attribute: Attribute, field: string, isList: boolean) =>
  Effect.gen(function* () {
    const { base, hits, page, run } = reading
    if (attribute.fixed !== "") {
      const fixed = withAddress(attribute.fixed, page)
      return [isPicture(field) ? absoluteAddress(fixed, base) : fixed]
    }
    const selector = run.selector(attribute.selector, page)
    const values = yield* attributeValues(
      attribute,
      selector,
      hits.get(selector)!,
      { run, page, field, base },
      isList
    )
    reading.left -= values.reduce((sum, { length }) => sum + length, 0)
    if (reading.left < 0)
      return yield* new ScrapeFailed({
        code: "limit",
        reason: "The page contains more text than a result may have."
      })
    return values
  })

/**
 * Evaluates all fields of an object and of its related objects. `isSearch` is true if the page lists results. If it is
 * false, fields have no repeated and no empty values, except in `ALIGNED` relations.
 */
const evaluated = (
  reading: Reading,
  object: MappedObject,
  path: string,
  isSearch: boolean
): Effect.Effect<Evaluated, ScrapeFailed> =>
  Effect.gen(function* () {
    const values = new Map<string, ReadonlyArray<string>>()
    for (const [name, attribute] of Object.entries(object.fields))
      values.set(name, yield* valuesOf(reading, attribute, `${path}${name}`, isSearch))
    const relations = new Map<string, Evaluated>()
    for (const [name, inner] of Object.entries(object.relations))
      relations.set(name, yield* evaluated(reading, inner, `${path}${name}.`, isSearch || ALIGNED.has(name)))
    return { values, relations }
  })

const countOf = ({ values }: Evaluated): number =>
  Math.max(0, ...[...values.values()].map(({ length }) => length))

const objectAt = (from: Evaluated, index: number, takesAllUrls: boolean): Scraped => {
  const fields: Record<string, string> = {}
  let urls: ReadonlyArray<string> = []
  for (const [name, values] of from.values) {
    const value = values[index]
    if (name === "URLs")
      urls = (takesAllUrls ? values : value === undefined ? [] : [value]).filter((url) => url !== "")
    else if (value !== undefined && value !== "") fields[name] = value
  }
  const relations: Record<string, ReadonlyArray<Scraped>> = {}
  for (const [name, inner] of from.relations) {
    const all = SINGLE.has(name)
      ? [objectAt(inner, index, index === 0 && countOf(from) <= 1)]
      : objectsOf(inner)
    const found = all.filter((object) => !isEmpty(object))
    if (found.length > 0) relations[name] = found
  }
  return { fields, urls, relations }
}

/** Builds objects. The n-th values of all fields form the n-th object. */
const objectsOf = (from: Evaluated): ReadonlyArray<Scraped> =>
  Array.from({ length: countOf(from) }, (_, index) => objectAt(from, index, false))

/** Returns the objects on a page: all results of a search, or else one object. */
export const evaluate = (run: Run, page: Page, object: MappedObject, isSearch: boolean) =>
  Effect.gen(function* () {
    const selectors = [
      ...new Set(
        attributesOf(object)
          .filter(({ fixed }) => fixed === "")
          .map(({ selector }) => run.selector(selector, page))
      )
    ]
    const found = yield* run.tools.select(run.kind, page, [...selectors, ...baseSelectors(run.kind)])
    const hits = new Map(selectors.map((selector, at) => [selector, found[at] ?? { values: [] }]))
    const base = baseOf(page, found[selectors.length])
    const reading: Reading = { run, page, hits, base, left: MOST_TEXT }
    const all = yield* evaluated(reading, object, "", isSearch)
    const objects = isSearch ? objectsOf(all) : [objectAt(all, 0, true)]
    return objects.filter((each) => !isEmpty(each))
  })
