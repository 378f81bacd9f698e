import type { Graph } from "./deck"

/**
 * True on iPhones and iPads. When the device is locked or the page is in the background, these devices suspend the
 * audio graph. An audio element that has no graph is not suspended.
 */
const stopsInBackground = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)

/**
 * Creates the audio graph. Returns undefined if the browser does not support the graph or suspends it in the
 * background.
 */
export const makeGraph = (): Graph | undefined => {
  if (typeof AudioContext !== "function" || stopsInBackground()) return undefined
  const context = new AudioContext({ latencyHint: "playback" })
  return { context, out: context.destination }
}
