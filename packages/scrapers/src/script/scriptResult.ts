import type { ObjectKind } from "../definition/Definition.ts"
import { type Shape, shapes } from "../definition/fields.ts"
import { isEmpty, type Scraped } from "../mapped/Scraped.ts"

/** Maximum sizes of a script's output. Output beyond these limits is dropped. */
const MOST = { results: 100, objects: 200, urls: 50, letters: 64 * 1024 }

/** Normalizes a field name: `eye_color` and `EyeColor` are the same field. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase()

const namesOf = (names: Iterable<string>): ReadonlyMap<string, string> =>
  new Map([...names].map((name) => [plain(name), name]))

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value !== "string") return undefined
  const text = value.trim().slice(0, MOST.letters)
  return text === "" ? undefined : text
}

const textsOf = (value: unknown): ReadonlyArray<string> =>
  [value].flat(1).flatMap((each) => textOf(each) ?? [])

const objectOf = (shape: Shape, value: unknown): Scraped | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  const fieldNames = namesOf(shape.fields)
  const relationNames = namesOf(Object.keys(shape.relations))
  const fields: Record<string, string> = {}
  const relations: Record<string, ReadonlyArray<Scraped>> = {}
  let urls: ReadonlyArray<string> = []
  for (const [key, inner] of Object.entries(value)) {
    const relation = relationNames.get(plain(key))
    const field = fieldNames.get(plain(key))
    if (relation !== undefined)
      relations[relation] = [inner]
        .flat(1)
        .slice(0, MOST.objects)
        .flatMap((each) => objectOf(shape.relations[relation]!, each) ?? [])
    else if (field === "URLs") urls = textsOf(inner).slice(0, MOST.urls)
    else if (field !== undefined) {
      const [text] = textsOf(inner)
      if (text !== undefined) fields[field] = text
    }
  }
  const found = { fields, urls, relations }
  return isEmpty(found) ? undefined : found
}

/**
 * Returns the results in a script's JSON output. Returns no results for `null` and `{}`, and undefined for invalid
 * JSON.
 */
export const scriptResult = (kind: ObjectKind, text: string): ReadonlyArray<Scraped> | undefined => {
  let json: unknown
  try {
    json = JSON.parse(text.trim() === "" ? "null" : text)
  } catch {
    return undefined
  }
  return [json]
    .flat(1)
    .slice(0, MOST.results)
    .flatMap((each) => objectOf(shapes[kind], each) ?? [])
}
