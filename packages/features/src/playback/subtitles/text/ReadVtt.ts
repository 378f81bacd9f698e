import { LINE_END, tidy, type Cue } from "./Cue.ts"
import { readTagged } from "./Tags.ts"
import { readTiming } from "./Times.ts"

const percent = /^(?:100|\d{1,2})(?:\.\d{1,3})?%$/
const settingRules: Readonly<Record<string, RegExp>> = {
  line: /^(?:-?\d{1,2}|(?:100|\d{1,2})(?:\.\d{1,3})?%)$/,
  position: percent,
  size: percent,
  align: /^(?:start|center|end|left|right)$/,
  vertical: /^(?:rl|lr)$/
}

/**
 * Keeps settings that WebVTT defines and whose values are valid. Drops regions, and the alignment that may follow a
 * comma in a value.
 */
const cleanSettings = (rest: string): string | null => {
  const kept = new Map<string, string>()
  for (const word of rest.split(/\s+/)) {
    const colon = word.indexOf(":")
    const name = word.slice(0, Math.max(0, colon))
    const value = (word.slice(colon + 1).split(",")[0] ?? "").replace(/^middle$/, "center")
    if (Object.hasOwn(settingRules, name) && settingRules[name]!.test(value)) kept.set(name, value)
  }
  return kept.size === 0 ? null : [...kept].map(([name, value]) => `${name}:${value}`).join(" ")
}

/** Parses WebVTT. Styles, regions and notes are skipped. A blank line ends a cue. */
export const readVtt = (text: string): ReadonlyArray<Cue> => {
  const cues: Array<Cue> = []
  let payload: Array<string> | undefined
  let timing: ReturnType<typeof readTiming>
  const finish = () => {
    if (timing === undefined || payload === undefined) return
    const { markup, text } = readTagged(payload.join("\n"))
    cues.push({
      startMs: timing.startMs,
      endMs: timing.endMs,
      text,
      markup,
      settings: cleanSettings(timing.rest)
    })
    payload = undefined
    timing = undefined
  }
  for (const line of text.split(LINE_END)) {
    const next = readTiming(line)
    if (next !== undefined) {
      finish()
      timing = next
      payload = []
    } else if (line.trim() === "") finish()
    else payload?.push(line)
  }
  finish()
  return tidy(cues)
}
