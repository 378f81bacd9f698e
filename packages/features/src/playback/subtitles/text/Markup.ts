import { MOST_TEXT } from "./Cue.ts"

/** The only tags that are written. Other tags are dropped, but their text is kept. */
export type Tag = "i" | "b" | "u" | "ruby" | "rt" | "v"

const DEEPEST = 8
const MOST_LINES = 12
/** The maximum length of a speaker's name. */
const LONGEST_NAME = 80

/**
 * Matches control characters, and Unicode separators that some editors leave behind. Tabs are not matched, because they
 * are replaced with spaces.
 */
// eslint-disable-next-line no-control-regex
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export const escapeVtt = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

interface Part {
  readonly text: string
  readonly tags: ReadonlyArray<readonly [tag: Tag, name: string]>
}

/**
 * Builds the text of one cue. Every tag is closed once and in the right order, even if the file nests its tags wrongly.
 * The text contains no blank lines, because a blank line would end the cue.
 */
export class MarkupBuilder {
  #open: Array<readonly [tag: Tag, name: string]> = []
  readonly #parts: Array<Part> = []
  #length = 0

  open(tag: Tag, name = ""): void {
    if (this.#open.length >= DEEPEST || this.#open.some(([each]) => each === tag)) return
    this.#open = [
      ...this.#open,
      [tag, name.replace(unprintable, "").trim().slice(0, LONGEST_NAME).toWellFormed()]
    ]
  }

  close(tag: Tag): void {
    this.#open = this.#open.filter(([each]) => each !== tag)
  }

  /** Closes all tags, for example where a new style starts in ASS. */
  closeAll(): void {
    this.#open = []
  }

  text(raw: string): void {
    const text = raw
      .replace(/\t/g, " ")
      .replace(unprintable, "")
      .slice(0, MOST_TEXT - this.#length)
      // The database rejects lone surrogates.
      .toWellFormed()
    if (text === "") return
    this.#length += text.length
    this.#parts.push({ text, tags: this.#open })
  }

  build(): { readonly text: string; readonly markup: string | null } {
    const parts = withoutBlankLines(this.#parts)
    const text = parts.map((part) => part.text).join("")
    if (parts.every(({ tags }) => tags.length === 0)) return { text, markup: null }
    return { text, markup: written(parts) }
  }
}

/** Trims the lines, removes blank lines, and limits the number of lines. */
const withoutBlankLines = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const lines: Array<Array<Part>> = [[]]
  for (const { tags, text } of parts) {
    const [first = "", ...more] = text.split("\n")
    lines.at(-1)!.push({ text: first, tags })
    for (const line of more) lines.push([{ text: line, tags }])
  }
  const kept = lines
    .map(trimmed)
    .filter((line) => line.length > 0)
    .slice(0, MOST_LINES)
  return kept.flatMap((line, n) =>
    n === 0 ? line : [{ text: "\n", tags: shared(kept[n - 1]!.at(-1)!, line[0]!) }, ...line]
  )
}

const shared = (a: Part, b: Part): Part["tags"] => a.tags.filter((tag, n) => b.tags[n] === tag)

const trimmed = (line: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const parts = [...line]
  while (parts.length > 0 && parts[0]!.text.trimStart() === "") parts.shift()
  while (parts.length > 0 && parts.at(-1)!.text.trimEnd() === "") parts.pop()
  if (parts.length === 0) return parts
  parts[0] = { ...parts[0]!, text: parts[0]!.text.trimStart() }
  const last = parts.length - 1
  parts[last] = { ...parts[last]!, text: parts[last]!.text.trimEnd() }
  return parts
}

const written = (parts: ReadonlyArray<Part>): string => {
  let out = ""
  let open: Part["tags"] = []
  const closeTo = (depth: number) => {
    for (const [tag] of open.slice(depth).toReversed()) out += `</${tag}>`
    open = open.slice(0, depth)
  }
  for (const { tags, text } of parts) {
    const common = open.findIndex(([tag, name], n) => tags[n]?.[0] !== tag || tags[n][1] !== name)
    closeTo(common < 0 ? open.length : common)
    for (const tag of tags.slice(open.length)) {
      out += tag[1] === "" ? `<${tag[0]}>` : `<${tag[0]} ${escapeVtt(tag[1])}>`
    }
    open = tags
    out += escapeVtt(text)
  }
  closeTo(0)
  return out
}
