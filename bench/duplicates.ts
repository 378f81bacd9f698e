import { inSlices } from "@media/features/app/duplicates/candidates"
import { type Candidate, groupsOf } from "@media/features/app/duplicates/groups"
import { seeded } from "@media/jobs/testing/Random"
import * as Effect from "effect/Effect"
import { makeReport, seconds, sizeOf, type Log } from "./support/Report.ts"

const total = sizeOf("BENCH_HASHES", 100_000)
const random = seeded(7)
const word = () => Math.floor(random.next() * 2 ** 32) | 0

interface Look {
  readonly high: number
  readonly low: number
}
const flipped = ({ high, low }: Look, bits: number): Look => {
  let [h, l] = [high, low]
  for (let n = 0; n < bits; n += 1) {
    const bit = random.below(64)
    if (bit < 32) h ^= 1 << bit
    else l ^= 1 << (bit - 32)
  }
  return { high: h, low: l }
}

/**
 * Creates the candidates to compare. One in ten has the hash of the preceding candidate with up to six bits flipped.
 */
const spread = (fresh: () => Look): ReadonlyArray<Candidate> => {
  let last: Look = { high: 0, low: 0 }
  return Array.from({ length: total }, (_, n) => {
    last = n % 10 === 9 ? flipped(last, random.below(7)) : fresh()
    return { id: String(n).padStart(36, "0"), content: null, look: last, duration: 60, size: 1_000_000 }
  })
}

/**
 * Measures how long it takes to find groups of similar videos among many hashes. One set contains random hashes. The
 * hashes of the other set form clusters, as hashes of similar-looking real videos do.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const centers = Array.from({ length: 500 }, () => ({ high: word(), low: word() }))
  const kinds = {
    "random hashes": spread(() => ({ high: word(), low: word() })),
    "hashes around 500 looks, 20 bits away": spread(() => flipped(centers[random.below(500)]!, 20))
  }
  let slowest = 0
  const table: Array<ReadonlyArray<string | number>> = []
  for (const [name, candidates] of Object.entries(kinds)) {
    for (const distance of [0, 4, 8, 10]) {
      const from = performance.now()
      let [longest, last] = [0, from]
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 1)
      const work = groupsOf(candidates, { distance, seconds: 10 }, new Set())
      const groups = await Effect.runPromise(inSlices(work))
      clearInterval(timer)
      const took = seconds(from)
      if (distance === 8) slowest = Math.max(slowest, took)
      table.push([name, distance, groups.length, took.toFixed(2), longest.toFixed(0)])
    }
  }
  report.table(["hashes", "distance", "groups", "s", "longest wait of others, ms"], table)
  report.check(slowest < 10, `${total} hashes at distance 8 in 10 s`, `${slowest.toFixed(1)} s at most`)
}
