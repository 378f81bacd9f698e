import type { Cue } from "./Cue.ts"
import { escapeVtt } from "./Markup.ts"
import { writeTime } from "./Times.ts"

const cueText = ({ endMs, markup, settings, startMs, text }: Cue): string =>
  `\n${writeTime(startMs)} --> ${writeTime(endMs)}${settings === null ? "" : ` ${settings}`}\n${markup ?? escapeVtt(text)}\n`

/** The number of cues in one part. Writing a part takes a few milliseconds. */
const PART = 2_000

/**
 * Writes the parsed cues as WebVTT, in parts, so that the caller can yield to other work between the parts. Nothing
 * else from the original file is copied.
 */
export function* vttParts(cues: ReadonlyArray<Cue>): Generator<string> {
  yield "WEBVTT\n"
  for (let at = 0; at < cues.length; at += PART)
    yield cues
      .slice(at, at + PART)
      .map(cueText)
      .join("")
}

export const writeVtt = (cues: ReadonlyArray<Cue>): string => [...vttParts(cues)].join("")
