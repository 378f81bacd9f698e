import { MOST_BYTES, type Cue } from "./Cue.ts"
import { decodeText } from "./DecodeText.ts"
import { readAss } from "./ReadAss.ts"
import { readSrt } from "./ReadSrt.ts"
import { readVtt } from "./ReadVtt.ts"

export type TextFormat = "srt" | "vtt" | "ass" | "ssa"

export type ReadResult =
  | { readonly _tag: "Cues"; readonly format: TextFormat; readonly cues: ReadonlyArray<Cue> }
  /** `reason` is a sentence for people. */
  | { readonly _tag: "Unreadable"; readonly reason: string }

const unreadable = (reason: string): ReadResult => ({ _tag: "Unreadable", reason })

export const tooLarge = `The file is larger than ${MOST_BYTES / 1024 / 1024} MiB.`

/** The format by content, because files often keep an earlier name. */
const formatOf = (text: string, named: TextFormat): TextFormat => {
  const head = text
    .slice(0, 4_096)
    .replace(/^\ufeff/, "")
    .trimStart()
  if (/^WEBVTT(?:\s|$)/.test(head)) return "vtt"
  if (/^\[script info\]/i.test(head) || /^\[v4\+? styles\]/im.test(head))
    return named === "ssa" ? "ssa" : "ass"
  // The parts exclude line feeds, because otherwise each of thousands of empty lines would be tried with every other
  // one.
  if (/^[ \t]*(?:\d{1,9}[ \t]+)?\d{1,3}:\d{1,2}:\d{1,2}[,.:]\d{1,3}[ \t]*-{1,2}>/m.test(head))
    return named === "vtt" ? "vtt" : "srt"
  return named
}

/** Parses subtitles of unknown quality as far as possible. Never throws. */
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
