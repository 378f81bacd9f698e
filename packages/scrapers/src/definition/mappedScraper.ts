import * as Either from "effect/Either"
import { readAttribute } from "./attribute.ts"
import type { Attribute, MappedObject, MappedScraper, ObjectKind } from "./Definition.ts"
import { type Shape, shapes } from "./fields.ts"
import type { Findings, Path } from "./Findings.ts"
import type { Plain } from "@media/extensions/yaml/readYaml"

export const isMapping = (value: Plain | undefined): value is { readonly [key: string]: Plain } =>
  typeof value === "object" && !Array.isArray(value)

/** Returns the entries of a mapping. An empty string in the definition means that there is no mapping. */
export const entriesOf = (value: Plain | undefined): ReadonlyArray<readonly [string, Plain]> =>
  isMapping(value) ? Object.entries(value) : []

const readObject = (
  value: Plain,
  shape: Shape,
  path: Path,
  findings: Findings
): Either.Either<MappedObject, string> =>
  Either.gen(function* () {
    const fields: Record<string, Attribute> = {}
    const relations: Record<string, MappedObject> = {}
    if (!isMapping(value) && value !== "")
      return yield* Either.left(findings.refuse(path, "An object with fields is expected here."))
    for (const [key, content] of entriesOf(value)) {
      const keyPath = [...path, key]
      const inner = shape.relations[key]
      if (inner !== undefined) relations[key] = yield* readObject(content, inner, keyPath, findings)
      else if (shape.fields.has(key)) fields[key] = yield* readAttribute(content, keyPath, findings)
      else findings.warn(keyPath, `The field "${key.slice(0, 100)}" is unknown and was ignored.`)
    }
    return { fields, relations }
  })

const KINDS: Readonly<Record<string, ObjectKind>> = {
  performer: "performer",
  scene: "scene",
  gallery: "gallery",
  image: "image",
  group: "group",
  movie: "group"
}

export const readMappedScraper = (
  value: Plain,
  path: Path,
  findings: Findings
): Either.Either<MappedScraper, string> =>
  Either.gen(function* () {
    const objects: Partial<Record<ObjectKind, MappedObject>> = {}
    let common: MappedScraper["common"] = []
    for (const [key, content] of entriesOf(value)) {
      const keyPath = [...path, key]
      const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined
      if (key === "common")
        // Longer keys come first. Replacing a shorter key first would break longer keys that begin with it.
        common = entriesOf(content)
          .flatMap(([name, text]) => (typeof text === "string" && name !== "" ? [[name, text] as const] : []))
          .toSorted(([left], [right]) => right.length - left.length)
      else if (kind === undefined)
        findings.warn(keyPath, `The key "${key.slice(0, 100)}" is unknown and was ignored.`)
      else objects[kind] = yield* readObject(content, shapes[kind], keyPath, findings)
    }
    return { common, objects }
  })
