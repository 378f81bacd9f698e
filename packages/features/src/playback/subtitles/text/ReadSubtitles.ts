import { MOST_BYTES, type Cue } from "./Cue.ts"
import { decodeText } from "./DecodeText.ts"
import { readAss } from "./ReadAss.ts"
import { readSrt } from "./ReadSrt.ts"
import { readVtt } from "./ReadVtt.ts"

export type TextFormat = "srt" | "vtt" | "ass" | "ssa"

export type ReadResult =
  | { readonly _tag: "Cues"; readonly format: TextFormat; readonly cues: ReadonlyArray<Cue> }
  /** `reason` is a message for users. */
  | { readonly _tag: "Unreadable"; readonly reason: string }

const unreadable = (reason: string): ReadResult => ({ _tag: "Unreadable", reason })

export const tooLarge = `The file is larger than ${MOST_BYTES / 1024 / 1024} MiB.`

/** Detects the format from the content, because files often keep their old extension after a conversion. */
const formatOf = (text: string, named: TextFormat): TextFormat => {
  const head = text
    .slice(0, 4_096)
    .replace(/^\ufeff/, "")
    .trimStart()
  if (/^WEBVTT(?:\s|$)/.test(head)) return "vtt"
  if (/^\[script info\]/i.test(head) || /^\[v4\+? styles\]/im.test(head))
    return named === "ssa" ? "ssa" : "ass"
  // The patterns exclude line feeds. Otherwise the regular expression would take quadratic time for thousands of empty
  // lines.
  if (/^[ \t]*(?:\d{1,9}[ \t]+)?\d{1,3}:\d{1,2}:\d{1,2}[,.:]\d{1,3}[ \t]*-{1,2}>/m.test(head))
    return named === "vtt" ? "vtt" : "srt"
  return named
}

/** Parses as much as possible of a subtitle file, even if it is damaged. Never throws. */
export const readSubtitles = (bytes: Buffer, named: TextFormat, language: string | null): ReadResult => {
  if (bytes.length > MOST_BYTES) return unreadable(tooLarge)
  if (bytes.length === 0) return unreadable("The file is empty.")
  const { text } = decodeText(bytes, language)
  const format = formatOf(text, named)
  const cues = format === "srt" ? readSrt(text) : format === "vtt" ? readVtt(text) : readAss(text)
  return cues.length === 0
    ? unreadable("No subtitles could be read from the file.")
    : { _tag: "Cues", format, cues }
}
