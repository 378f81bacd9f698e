import type { Graph } from "./deck"

/** iPhones and iPads suspend the audio graph when locked or in the background, while plain elements keep playing. */
const stopsInBackground = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)

/** Undefined if the browser has no audio graph or suspends it in the background. */
export const makeGraph = (): Graph | undefined => {
  if (typeof AudioContext !== "function" || stopsInBackground()) return undefined
  const context = new AudioContext({ latencyHint: "playback" })
  return { context, out: context.destination }
}
