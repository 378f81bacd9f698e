import { plainText } from "@media/kernel/PlainText"
import type { Plain } from "@media/extensions/yaml/readYaml"

type Entries = Readonly<Record<string, Plain | undefined>>

export const isList = (value: Plain | undefined): value is ReadonlyArray<Plain> => Array.isArray(value)
const isEntries = (value: Plain | undefined): value is { readonly [key: string]: Plain } =>
  typeof value === "object" && !isList(value)

const at = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`)

/**
 * Reads the fields of a mapping in a definition. Collects problems instead of failing, so that an author sees all
 * problems at once.
 */
export class Fields {
  private readonly entries: Entries
  private readonly path: string
  private readonly problems: Array<string>

  constructor(entries: Entries, path: string, problems: Array<string>) {
    this.entries = entries
    this.path = path
    this.problems = problems
  }

  report(key: string, message: string): void {
    this.problems.push(`"${at(this.path, key)}" ${message}.`)
  }

  has(key: string): boolean {
    return this.entries[key] !== undefined && this.entries[key] !== ""
  }

  text(key: string, most: number, isRequired = false): string {
    const value = this.entries[key] ?? ""
    if (typeof value !== "string") this.report(key, "must be text")
    else if (value.trim() === "" && isRequired) this.report(key, "is missing")
    else if (value.length > most) this.report(key, `must have at most ${most} characters`)
    else return plainText(value).trim()
    return ""
  }

  /** Reads a field whose value is one of several words. The first word is the default. */
  word<const Word extends string>(key: string, words: readonly [Word, ...ReadonlyArray<Word>]): Word {
    const value = this.text(key, 100)
    if (value === "") return words[0]
    const found = words.find((word) => word === value)
    if (found === undefined) this.report(key, `must be one of ${words.join(", ")}, not "${value}"`)
    return found ?? words[0]
  }

  flag(key: string): boolean {
    const value = this.text(key, 10).toLowerCase()
    if (!["", "true", "false", "yes", "no"].includes(value)) this.report(key, "must be true or false")
    return value === "true" || value === "yes"
  }

  whole(key: string, { fallback, least, most }: { fallback: number; least: number; most: number }): number {
    const value = this.text(key, 20)
    if (value === "") return fallback
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    this.report(key, `must be a whole number from ${least} to ${most}`)
    return fallback
  }

  private list(key: string, most: number): ReadonlyArray<Plain> {
    const value = this.entries[key]
    if (value === undefined || value === "") return []
    if (!isList(value)) this.report(key, "must be a list")
    else if (value.length > most) this.report(key, `must have at most ${most} entries`)
    else return value
    return []
  }

  texts(key: string, most: number): ReadonlyArray<string> {
    return this.list(key, most).flatMap((each, index) => {
      if (typeof each === "string" && each !== "" && each.length <= 2_000) return [each]
      this.report(`${key}.${index}`, "must be text")
      return []
    })
  }

  /** Reads a list of mappings. */
  each<A>(key: string, most: number, read: (fields: Fields) => A): ReadonlyArray<A> {
    return this.list(key, most).flatMap((entry, index) => {
      if (isEntries(entry)) return [read(new Fields(entry, at(this.path, `${key}.${index}`), this.problems))]
      this.report(`${key}.${index}`, "must contain keys and values")
      return []
    })
  }

  /** Reads a mapping with arbitrary keys, whose values are mappings. */
  named<A>(key: string, most: number, read: (fields: Fields, name: string) => A): ReadonlyArray<A> {
    return Object.entries(this.entriesOf(key))
      .slice(0, most)
      .map(([name, value]) =>
        read(new Fields(isEntries(value) ? value : {}, at(this.path, `${key}.${name}`), this.problems), name)
      )
  }

  /** Reads a mapping with text values. */
  record(key: string): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.entriesOf(key)).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value)
      ])
    )
  }

  inner(key: string): Fields {
    return new Fields(this.entriesOf(key), at(this.path, key), this.problems)
  }

  private entriesOf(key: string): { readonly [key: string]: Plain } {
    const value = this.entries[key]
    if (value === undefined || value === "") return {}
    if (isEntries(value)) return value
    this.report(key, "must contain keys and values")
    return {}
  }
}

/** Returns the top-level fields of a definition file. */
export const fieldsOf = (value: Plain, problems: Array<string>): Fields =>
  new Fields(isEntries(value) ? value : {}, "", problems)
