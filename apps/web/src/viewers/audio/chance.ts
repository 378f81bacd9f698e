import type { PickNumber } from "./queue"

/** Evenly distributed, except for a bias of one in four billion. */
export const pick: PickNumber = (below) =>
  Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)
