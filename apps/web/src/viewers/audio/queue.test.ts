import { describe, expect, it } from "vitest"
import {
  advanced,
  cleared,
  current,
  goneBack,
  MOST_ENTRIES,
  movedTo,
  queueOf,
  reordered,
  shuffled,
  unshuffled,
  withLast,
  without,
  withNext,
  type Queue
} from "./queue"

const names = ({ entries }: Queue<string>) => entries.map(({ track }) => track).join("")
const now = (queue: Queue<string>) => current(queue)?.track
/** Random sources that always return the highest or the lowest possible number. */
const last = (below: number) => below - 1
const first = () => 0
/** A deterministic random source. */
const chance = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}
const letters = [..."abcdefgh"]

/** Returns the tracks, one letter each, that play without user input, up to `most` tracks. */
const heard = (queue: Queue<string>, most: number, pick = last) => {
  let text = now(queue)!
  let at: Queue<string> | undefined = queue
  while (text.length < most && (at = advanced(at, true, pick)) !== undefined) text += now(at)
  return text
}

describe("queue order", () => {
  it("plays from the chosen track to the end of the list", () => {
    expect(heard(queueOf(letters, 5), 99)).toBe("fgh")
  })

  it("repeats the current track when it ends, but not when the user skips it", () => {
    expect(heard({ ...queueOf(["a", "b"], 1), repeat: "all" }, 5)).toBe("babab")
    const one = { ...queueOf(letters, 1), repeat: "one" as const }
    expect(heard(one, 4)).toBe("bbbb")
    expect(now(advanced(one, false, last)!)).toBe("c")
  })

  it("goes back from the first track to the last if the queue repeats", () => {
    const queue = queueOf(letters, 1)
    expect(now(goneBack(queue)!)).toBe("a")
    expect(goneBack(movedTo(queue, 0))).toBeUndefined()
    expect(now(goneBack({ ...movedTo(queue, 0), repeat: "all" })!)).toBe("h")
  })

  it("shuffles the queue so that every other track plays once after the current track", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const mixed = shuffled(queueOf(letters, 3), chance(seed))
      const played = heard(mixed, 99, chance(seed))
      expect(played[0]).toBe("d")
      expect([...played].toSorted().join("")).toBe("abcdefgh")
    }
  })

  it("shuffles with a uniform distribution", () => {
    const orders = new Map<string, number>()
    const pick = chance(7)
    for (let round = 0; round < 6_000; round += 1) {
      const order = names(shuffled(queueOf([..."abcd"], 0), pick))
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect(orders.size).toBe(6)
    for (const count of orders.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  it("never plays a track twice in a row when a shuffled queue starts over", () => {
    for (let seed = 1; seed < 100; seed += 1) {
      const pick = chance(seed)
      const played = heard({ ...shuffled(queueOf(letters, 0), pick), repeat: "all" }, 32, pick)
      for (const round of [played.slice(8, 16), played.slice(16, 24)])
        expect([...round].toSorted().join("")).toBe("abcdefgh")
      for (let n = 1; n < played.length; n += 1) expect(played[n]).not.toBe(played[n - 1])
    }
  })

  it("restores the unshuffled order without interrupting the current track", () => {
    const mixed = movedTo(shuffled(queueOf(letters, 2), first), 4)
    const plain = unshuffled(mixed)
    expect(names(plain)).toBe("abcdefgh")
    expect(now(plain)).toBe(now(mixed))
  })
})

describe("queue changes", () => {
  it("adds tracks after the current track or at the end", () => {
    const queue = queueOf(letters.slice(0, 3), 1)
    expect(names(withNext(queue, ["x", "y"]))).toBe("abxyc")
    expect(names(withLast(queue, ["x", "y"]))).toBe("abcxy")
    expect(now(withNext(queue, ["x"]))).toBe("b")
  })

  it("keeps added tracks after the current track when shuffling is turned off", () => {
    const mixed = shuffled(queueOf(letters.slice(0, 4), 1), first)
    expect(names(unshuffled(withNext(mixed, ["x", "y"])))).toBe("abxycd")
  })

  it("keeps the current track when other tracks are moved or removed", () => {
    const queue = queueOf(letters.slice(0, 4), 1)
    expect([names(reordered(queue, 3, 0)), now(reordered(queue, 3, 0))]).toEqual(["dabc", "b"])
    expect([names(reordered(queue, 1, 3)), now(reordered(queue, 1, 3))]).toEqual(["acdb", "b"])
    expect([names(without(queue, 0)), now(without(queue, 0))]).toEqual(["bcd", "b"])
    expect([names(without(queue, 1)), now(without(queue, 1))]).toEqual(["acd", "c"])
    expect(now(without(movedTo(queue, 3), 3))).toBe("c")
    expect(current(without(queueOf(["a"], 0), 0))).toBeUndefined()
  })

  it("keeps the current track when the queue is cleared", () => {
    expect(names(cleared(queueOf(letters, 2)))).toBe("c")
  })

  it("gives each entry a unique key", () => {
    let queue = queueOf(["a", "a"], 0)
    queue = withNext(without(queue, 1), ["a", "a"])
    queue = withLast(shuffled(queue, last), ["a"])
    expect(new Set(queue.entries.map(({ key }) => key)).size).toBe(queue.entries.length)
  })

  it("limits the number of tracks but always keeps the chosen track", () => {
    const many = Array.from({ length: MOST_ENTRIES + 500 }, (_, n) => String(n))
    expect(now(queueOf(many, 700))).toBe("700")
    expect(queueOf(many, 700).entries).toHaveLength(MOST_ENTRIES)
    expect(now(queueOf(many, 1_499))).toBe("1499")
    expect(withLast(queueOf(many, 0), ["x"]).entries).toHaveLength(MOST_ENTRIES)
  })
})
