import type { PickNumber } from "./queue"

/** Evenly distributed but for one part in four thousand million. */
export const pick: PickNumber = (below) =>
  Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)
