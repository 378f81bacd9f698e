import type { Cue } from "./Cue.ts"
import { escapeVtt } from "./Markup.ts"
import { writeTime } from "./Times.ts"

/** WebVTT of cues as we understood them: nothing of the file they came from is passed through. */
export const writeVtt = (cues: ReadonlyArray<Cue>): string =>
  [
    "WEBVTT\n",
    ...cues.map(
      ({ endMs, markup, settings, startMs, text }) =>
        `${writeTime(startMs)} --> ${writeTime(endMs)}${settings === null ? "" : ` ${settings}`}\n${markup ?? escapeVtt(text)}\n`
    )
  ].join("\n")
