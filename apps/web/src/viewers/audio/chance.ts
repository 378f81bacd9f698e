import type { PickNumber } from "./queue"

/**
 * Returns a random integer from 0 to `below - 1`. The distribution is uniform except for a bias of one in four
 * billion, because a 32-bit random number is mapped to the range.
 */
export const pick: PickNumber = (below) =>
  Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)
