import type { Graph } from "./deck"

/** iPhones and iPads suspend the audio graph of a locked or background page, while a plain element keeps playing. */
const stopsInBackground = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)

/** Undefined if the browser has none, or would suspend it in the background. */
export const makeGraph = (): Graph | undefined => {
  if (typeof AudioContext !== "function" || stopsInBackground()) return undefined
  const context = new AudioContext({ latencyHint: "playback" })
  return { context, out: context.destination }
}
