import { LINE_END, tidy, type Cue } from "./Cue.ts"
import { MarkupBuilder } from "./Markup.ts"
import { settingsOf } from "./Tags.ts"

/**
 * Returns the columns that a `Format:` line declares for the following lines. The last column contains the rest of the
 * line, including commas.
 */
const columnsOf = (line: string): ReadonlyArray<string> =>
  line
    .split(",")
    .slice(0, 40)
    .map((name) => name.trim().toLowerCase())

const valuesOf = (line: string, columns: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  let from = 0
  for (const [n, name] of columns.entries()) {
    const comma = n === columns.length - 1 ? -1 : line.indexOf(",", from)
    values.set(name, comma < 0 ? line.slice(from) : line.slice(from, comma))
    if (comma < 0) break
    from = comma + 1
  }
  return values
}

const millisOf = (time: string | undefined): number => {
  const match = /^\s*(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.:,](\d{1,3}))?\s*$/.exec(time ?? "")
  if (match === null) return Number.NaN
  const [, hours, minutes, seconds, part = "0"] = match
  return (
    (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(part.padEnd(3, "0"))
  )
}

/**
 * Converts an SSA position to an ASS position. SSA uses 1 to 3 for the bottom, 5 to 7 for the top, and 9 to 11 for the
 * middle.
 */
const padOfSsa = (alignment: number): number => {
  const column = alignment & 3
  if (column === 0) return 2
  return column + (alignment >= 9 ? 3 : alignment >= 5 ? 6 : 0)
}

const sane = (alignment: number, usual: number): number =>
  Number.isInteger(alignment) && alignment >= 1 && alignment <= 9 ? alignment : usual

const defaultEvents = columnsOf("Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text")

interface Style {
  readonly alignment: number
  readonly isItalic: boolean
}

/** Parses the overrides and line breaks in a dialogue line. Drawings (`\p1`) are shapes, so their text is skipped. */
const readDialogue = (text: string, style: Style) => {
  const builder = new MarkupBuilder()
  let { alignment } = style
  let isDrawing = false
  const reset = () => {
    builder.closeAll()
    if (style.isItalic) builder.open("i")
  }
  reset()
  const plain = (part: string) => {
    if (!isDrawing) builder.text(part.replace(/\\N/g, "\n").replace(/\\n/g, " ").replace(/\\h/g, "\u00a0"))
  }
  let from = 0
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", from)) {
    const end = text.indexOf("}", at)
    if (end < 0) break
    plain(text.slice(from, at))
    from = end + 1
    const block = text.slice(at + 1, end)
    for (const [, name, value] of block.matchAll(/\\(an|a|p|i|b|u|r)(\d{0,3})(?![a-z(])/g)) {
      const number = Number(value)
      if (name === "an") alignment = sane(number, alignment)
      else if (name === "a") alignment = sane(padOfSsa(number), alignment)
      else if (name === "p") isDrawing = number > 0
      else if (name === "r") reset()
      else if (value !== "") {
        const tag = name as "i" | "b" | "u"
        if (number === 0) builder.close(tag)
        else builder.open(tag)
      }
    }
  }
  plain(text.slice(from))
  return { ...builder.build(), settings: settingsOf(alignment) }
}

/** Parses Advanced SubStation Alpha (ASS) and SSA: text, line breaks, italics and position. */
export const readAss = (text: string): ReadonlyArray<Cue> => {
  const cues: Array<Cue> = []
  const styles = new Map<string, Style>()
  let section = ""
  let columns = defaultEvents
  let isSsa = false
  for (const raw of text.split(LINE_END)) {
    const line = raw.trimStart()
    if (line.startsWith("[")) {
      section = line.trim().toLowerCase()
      isSsa = section === "[v4 styles]"
      // The columns declared in one section do not apply to the next section.
      columns = defaultEvents
      continue
    }
    const colon = line.indexOf(":")
    if (colon < 0) continue
    const key = line.slice(0, colon).toLowerCase()
    const rest = line.slice(colon + 1).trimStart()
    if (key === "format") columns = columnsOf(rest)
    else if (key === "style" && section.includes("styles")) {
      const values = valuesOf(rest, columns)
      const alignment = Number(values.get("alignment") ?? 2)
      styles.set((values.get("name") ?? "").trim().replace(/^\*/, ""), {
        alignment: sane(isSsa ? padOfSsa(alignment) : alignment, 2),
        isItalic: Number(values.get("italic") ?? 0) !== 0
      })
    } else if (key === "dialogue") {
      const values = valuesOf(rest, section === "[events]" ? columns : defaultEvents)
      const style = styles.get((values.get("style") ?? "").trim().replace(/^\*/, ""))
      cues.push({
        startMs: millisOf(values.get("start")),
        endMs: millisOf(values.get("end")),
        ...readDialogue(values.get("text") ?? "", style ?? { alignment: 2, isItalic: false })
      })
    }
  }
  return tidy(cues)
}
