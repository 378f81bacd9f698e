import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar
} from "yaml"

export interface YamlLimits {
  readonly bytes: number
  readonly nodes: number
  /**
   * Maximum number of aliases. They are limited because each one repeats a whole value, so a small file could expand to
   * a huge one.
   */
  readonly aliases: number
  readonly depth: number
}

/** A parsed value. Scalars are always strings: `No`, `1_000` and `2006-01-02` are not converted to other types. */
export type Plain = string | ReadonlyArray<Plain> | { readonly [key: string]: Plain }

export interface YamlFile {
  readonly value: Plain
  /** Returns the line number (from 1) of the value at a path, or undefined if there is no such value. */
  readonly lineOf: (path: ReadonlyArray<PropertyKey>) => number | undefined
}

/** Thrown if the text is not valid YAML or exceeds a limit. The message is for users. */
export class YamlRefused extends Error {}

const pathKey = (path: ReadonlyArray<PropertyKey>): string => path.map(String).join("\u0000")

class Converter {
  readonly lines = new Map<string, number>()
  private nodes = 0
  private aliases = 0
  private readonly counter: LineCounter
  private readonly resolve: (alias: Alias) => Node | undefined
  private readonly limits: YamlLimits

  constructor(counter: LineCounter, resolve: (alias: Alias) => Node | undefined, limits: YamlLimits) {
    this.counter = counter
    this.resolve = resolve
    this.limits = limits
  }

  private target(node: unknown): unknown {
    if (!isAlias(node)) return node
    this.aliases += 1
    const { aliases } = this.limits
    if (this.aliases > aliases) throw new YamlRefused(`The file uses more than ${aliases} aliases.`)
    const target = this.resolve(node)
    if (target === undefined) throw new YamlRefused(`The file does not define the anchor "${node.source}".`)
    return target
  }

  plain(given: unknown, path: ReadonlyArray<string>): Plain {
    const node = this.target(given)
    this.nodes += 1
    if (this.nodes > this.limits.nodes) throw new YamlRefused("The file has too many entries.")
    if (path.length > this.limits.depth)
      throw new YamlRefused(`The file is nested more than ${this.limits.depth} levels deep.`)
    const range = (given as Node | null)?.range
    if (range !== undefined && range !== null)
      this.lines.set(pathKey(path), this.counter.linePos(range[0]).line)
    if (isScalar(node)) return scalarText(node)
    if (isSeq(node)) return node.items.map((item, at) => this.plain(item, [...path, String(at)]))
    return isMap(node) ? this.map(node.items, path) : ""
  }

  private map(items: ReadonlyArray<{ key: unknown; value: unknown }>, path: ReadonlyArray<string>): Plain {
    const own = new Map<string, Plain>()
    const merged = new Map<string, Plain>()
    for (const { key, value } of items) {
      const name = this.plain(key, path)
      if (typeof name !== "string") throw new YamlRefused("The file has a key that is not text.")
      if (name === "<<" && isScalar(key) && key.type === Scalar.PLAIN) {
        const given = this.plain(value, [...path, "<<"])
        for (const each of Array.isArray(given) ? (given as ReadonlyArray<Plain>) : [given])
          if (typeof each === "object")
            for (const [inner, content] of Object.entries(each))
              if (!merged.has(inner)) merged.set(inner, content)
      } else own.set(name, this.plain(value, [...path, name]))
    }
    return Object.fromEntries([...merged, ...own])
  }
}

/** Returns the text of a scalar. An unquoted `null` or `~` becomes an empty string. */
const scalarText = (node: Scalar): string => {
  const text = node.type === Scalar.PLAIN ? (node.source ?? "") : String(node.value ?? "")
  return node.type === Scalar.PLAIN && /^(?:~|null|Null|NULL)$/.test(text) ? "" : text
}

/** Parses a YAML file. Throws `YamlRefused` if it is invalid or exceeds a limit. */
export const readYaml = (source: string, limits: YamlLimits): YamlFile => {
  if (Buffer.byteLength(source) > limits.bytes)
    throw new YamlRefused(`The file is larger than ${limits.bytes / 1024 ** 2} MiB.`)
  const counter = new LineCounter()
  try {
    const document = parseDocument(source, {
      schema: "failsafe",
      uniqueKeys: false,
      lineCounter: counter,
      prettyErrors: false,
      logLevel: "silent"
    })
    const [error] = document.errors
    if (error !== undefined)
      throw new YamlRefused(
        `Line ${counter.linePos(error.pos[0]).line} is not valid YAML: ${error.message.split("\n")[0]!.replace(/\.?$/, ".")}`
      )
    const converter = new Converter(counter, (alias) => alias.resolve(document) as Node | undefined, limits)
    const value = converter.plain(document.contents, [])
    return { value, lineOf: (path) => converter.lines.get(pathKey(path)) }
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (error instanceof RangeError) throw new YamlRefused("The file is nested too deeply.")
    throw error
  }
}
