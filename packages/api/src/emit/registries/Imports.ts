import { exportOf, type ExportedValue, type Slice } from "./SliceFolder.ts"

const banner = "// Made by `npm run generate`. Do not edit."

/** Collects imports and gives each imported value a unique local name. */
class Imports {
  readonly #names = new Map<string, string>()
  readonly #lines = new Map<string, Array<string>>()
  readonly #specifierOf: (exported: ExportedValue) => string

  constructor(specifierOf: (exported: ExportedValue) => string) {
    this.#specifierOf = specifierOf
  }

  /** Returns the local name of an export. Exports of the same name from different slices get different local names. */
  name(exported: ExportedValue): string {
    const specifier = this.#specifierOf(exported)
    const key = `${specifier}#${exported.name}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const isTaken = [...this.#names.values()].includes(exported.name)
    const local = isTaken ? `${exported.name}Of${capitalized(exported.folder)}` : exported.name
    this.#names.set(key, local)
    const names = this.#lines.get(specifier) ?? []
    names.push(isTaken ? `${exported.name} as ${local}` : local)
    this.#lines.set(specifier, names)
    return local
  }

  /** The import statements for all names that were requested so far. */
  get text(): string {
    return [...this.#lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([specifier, names]) => `import { ${[...names].sort().join(", ")} } from "${specifier}"\n`)
      .join("")
  }
}

const capitalized = (folder: string): string =>
  folder.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())

/** Returns the local name of a value in a manifest. */
export type NameOf = (slice: Slice, value: unknown) => string

/**
 * Generates a module. `write` returns its body and uses `nameOf` to refer to the values of manifests. The module
 * imports all values that `write` refers to.
 */
export const moduleOf = (
  specifierOf: (exported: ExportedValue) => string,
  fixedImports: ReadonlyArray<string>,
  write: (nameOf: NameOf) => string
): string => {
  const imports = new Imports(specifierOf)
  const body = write((slice, value) => {
    const exported = exportOf(slice, value)
    if (exported === undefined)
      throw new Error(`No file exports a value of ${slice.folder}: export it from a file in that folder`)
    return imports.name(exported)
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
