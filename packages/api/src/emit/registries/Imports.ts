import { placeOf, type Place, type Slice } from "./SliceFolder.ts"

const banner = "// Made by `npm run generate`. Do not edit."

/** Collects imports and gives each a free local name. */
class Imports {
  readonly #names = new Map<string, string>()
  readonly #lines = new Map<string, Array<string>>()
  readonly #specifierOf: (place: Place) => string

  constructor(specifierOf: (place: Place) => string) {
    this.#specifierOf = specifierOf
  }

  /** The local name of an export; two slices may use the same word. */
  name(place: Place): string {
    const specifier = this.#specifierOf(place)
    const key = `${specifier}#${place.name}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const isTaken = [...this.#names.values()].includes(place.name)
    const local = isTaken ? `${place.name}Of${capitalized(place.folder)}` : place.name
    this.#names.set(key, local)
    const names = this.#lines.get(specifier) ?? []
    names.push(isTaken ? `${place.name} as ${local}` : local)
    this.#lines.set(specifier, names)
    return local
  }

  /** The import statements for every name so far. */
  get text(): string {
    return [...this.#lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([specifier, names]) => `import { ${[...names].sort().join(", ")} } from "${specifier}"\n`)
      .join("")
  }
}

const capitalized = (folder: string): string =>
  folder.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())

/** The local name of a value of a manifest. */
export type NameOf = (slice: Slice, value: unknown) => string

/** A module whose body refers to values of manifests; the imports are derived from it. */
export const moduleOf = (
  specifierOf: (place: Place) => string,
  fixedImports: ReadonlyArray<string>,
  write: (nameOf: NameOf) => string
): string => {
  const imports = new Imports(specifierOf)
  const body = write((slice, value) => {
    const place = placeOf(slice, value)
    if (place === undefined)
      throw new Error(`No file exports a value of ${slice.folder}: export it from a file in that folder`)
    return imports.name(place)
  })
  return [
    banner,
    "\n",
    ...fixedImports.map((line) => `${line}\n`),
    imports.text,
    "\n",
    body.trimStart()
  ].join("")
}
