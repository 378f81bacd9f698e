import { MarkupBuilder, type Tag } from "./Markup.ts"

const known: Readonly<Record<string, Tag>> = {
  i: "i",
  em: "i",
  b: "b",
  strong: "b",
  u: "u",
  ruby: "ruby",
  rt: "rt",
  v: "v"
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  lrm: "\u200e",
  rlm: "\u200f"
}

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ""
    }
  )

/**
 * Matches tags such as `<i>`, `</font>`, `<v.loud Mary>` and `<00:01.000>`. A `<` that does not begin a tag is text.
 * The length is limited to 300 units, so that parsing takes linear time.
 */
const tagAt = /<(?:(\/?)([a-z][a-z\d]{0,20})((?:[.\s:=][^<>]{0,300})?)\/?|\d[\d:.]{0,20})>/iy
/** Matches overrides of ASS such as `{\an8}`, which many SRT files also contain. */
const overrideAt = /\{\\[^{}]{0,300}\}/y

export interface TaggedText {
  readonly text: string
  readonly markup: string | null
  /** The position on the screen, from 1 to 9 as on a number pad. The default is 2. */
  readonly alignment: number
}

/** Parses the text of an SRT or WebVTT cue. Unknown tags are removed, but their text is kept. Takes linear time. */
export const readTagged = (payload: string): TaggedText => {
  const builder = new MarkupBuilder()
  let alignment = 2
  let from = 0
  const flush = (to: number) => builder.text(decodeEntities(payload.slice(from, to)))
  for (let at = 0; at < payload.length;) {
    const next = payload[at]
    const matcher = next === "<" ? tagAt : next === "{" ? overrideAt : undefined
    if (matcher !== undefined) matcher.lastIndex = at
    const match = matcher?.exec(payload)
    if (match == null) {
      at += 1
      continue
    }
    flush(at)
    at = from = at + match[0].length
    if (next === "{") {
      alignment = Number(/\\an([1-9])/.exec(match[0])?.[1] ?? alignment)
      continue
    }
    const [, slash, name = "", rest = ""] = match
    const tag = Object.hasOwn(known, name.toLowerCase()) ? known[name.toLowerCase()]! : undefined
    if (name.toLowerCase() === "br") builder.text("\n")
    else if (tag !== undefined && slash === "/") builder.close(tag)
    else if (tag !== undefined)
      builder.open(tag, tag === "v" ? decodeEntities(rest.replace(/^[^\s]*\s?/, "")) : "")
  }
  flush(payload.length)
  return { ...builder.build(), alignment }
}

/** Returns the WebVTT settings for an alignment on the number pad. */
export const settingsOf = (alignment: number): string | null => {
  const line = alignment >= 7 ? "line:0" : alignment >= 4 ? "line:50%" : ""
  const side = ["", "align:left", "", "align:right"][((alignment - 1) % 3) + 1]!
  const settings = [line, side].filter((each) => each !== "").join(" ")
  return settings === "" ? null : settings
}
