import type { Graph } from "./deck"

/** iPhones and iPads stop the graph of a page that is locked or in the background; an element alone plays on. */
const stopsInBackground = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)

/** Undefined if the browser has none, or would suspend it in the background. */
export const makeGraph = (): Graph | undefined => {
  if (typeof AudioContext !== "function" || stopsInBackground()) return undefined
  const context = new AudioContext({ latencyHint: "playback" })
  return { context, out: context.destination }
}
