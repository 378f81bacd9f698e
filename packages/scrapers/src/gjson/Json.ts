import { spend } from "@media/kernel/CpuBudget"
import { MOST_JSON_DEPTH } from "../limits.ts"

/**
 * A JSON value with its source text. The source preserves the digits of numbers beyond 2^53, and makes it possible to
 * return a selected object unchanged.
 */
export type Json =
  | { readonly is: "null" | "true" | "false" | "number"; readonly raw: string }
  | { readonly is: "string"; readonly raw: string; readonly text: string }
  | { readonly is: "array"; readonly raw: string; readonly items: ReadonlyArray<Json> }
  | {
      readonly is: "object"
      readonly raw: string
      readonly entries: ReadonlyArray<{ readonly key: string; readonly value: Json }>
    }

export class InvalidJson extends Error {}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SPACE = /[ \t\n\r]*/y

class Parser {
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private space(): void {
    this.match(SPACE)
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  private string(): { readonly raw: string; readonly text: string } {
    const raw = this.match(STRING)
    if (raw === undefined) throw new InvalidJson()
    return { raw, text: raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1) }
  }

  private list(end: string, one: () => void): void {
    this.space()
    if (this.take(end)) return
    for (;;) {
      this.space()
      one()
      this.space()
      if (this.take(end)) return
      if (!this.take(",")) throw new InvalidJson()
    }
  }

  value(depth: number): Json {
    if (depth > MOST_JSON_DEPTH) throw new InvalidJson()
    spend()
    const from = this.at
    if (this.take("{")) {
      const entries: Array<{ key: string; value: Json }> = []
      this.list("}", () => {
        const { text: key } = this.string()
        this.space()
        if (!this.take(":")) throw new InvalidJson()
        this.space()
        entries.push({ key, value: this.value(depth + 1) })
      })
      return { is: "object", raw: this.source.slice(from, this.at), entries }
    }
    if (this.take("[")) {
      const items: Array<Json> = []
      this.list("]", () => items.push(this.value(depth + 1)))
      return { is: "array", raw: this.source.slice(from, this.at), items }
    }
    if (this.source[this.at] === '"') return { is: "string", ...this.string() }
    for (const is of ["true", "false", "null"] as const) if (this.take(is)) return { is, raw: is }
    const raw = this.match(NUMBER)
    if (raw === undefined) throw new InvalidJson()
    return { is: "number", raw }
  }

  document(): Json {
    this.space()
    const value = this.value(0)
    this.space()
    if (this.at < this.source.length) throw new InvalidJson()
    return value
  }
}

/** Parses JSON. Throws `InvalidJson` if the text is invalid or nested too deeply. */
export const parseJson = (source: string): Json => new Parser(source).document()

export const parsedJson = (source: string): Json | undefined => {
  try {
    return parseJson(source)
  } catch (error) {
    if (error instanceof InvalidJson) return undefined
    throw error
  }
}

export const jsonText = (text: string): Json => ({ is: "string", raw: JSON.stringify(text), text })
export const jsonNumber = (number: number): Json => ({ is: "number", raw: String(number) })
export const jsonArray = (items: ReadonlyArray<Json>): Json => ({
  is: "array",
  raw: `[${items.map(({ raw }) => raw).join(",")}]`,
  items
})
export const jsonObject = (entries: ReadonlyArray<{ readonly key: string; readonly value: Json }>): Json => ({
  is: "object",
  raw: `{${entries.map(({ key, value }) => `${JSON.stringify(key)}:${value.raw}`).join(",")}}`,
  entries
})

/** Returns the shortest decimal notation of a number, without an exponent. */
const decimal = (number: number): string => {
  const text = String(number)
  const [, sign = "", head = "", tail = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const power = Number(exponent)
  const digits = head + tail
  const point = head.length + power
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`
  return sign + digits.padEnd(point, "0")
}

/**
 * Returns the text of a value. Whole numbers are returned as written, other numbers in decimal notation, and objects as
 * their source.
 */
export const textOf = (json: Json): string => {
  switch (json.is) {
    case "null":
      return ""
    case "string":
      return json.text
    case "number":
      return /^-?\d+$/.test(json.raw) ? json.raw : decimal(Number(json.raw))
    default:
      return json.raw
  }
}
