import { describe, expect, it } from "vitest"
import { findNeighbors, type Neighbor, PAGE_SIZE } from "./neighbors"

const video = (n: number, status: Neighbor["status"] = "ready"): Neighbor => ({
  id: `v${n}`,
  title: `Video ${n}`,
  status,
  duration: 60,
  picture: null
})
const listOf = (items: ReadonlyArray<Neighbor>) => {
  const asked: Array<number> = []
  const load = (page: number) => {
    asked.push(page)
    return Promise.resolve({
      items: items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      total: items.length
    })
  }
  return { asked, load }
}
const many = (count: number) => Array.from({ length: count }, (_, n) => video(n))

describe("the neighbors of an item in a list", () => {
  it("finds the adjacent items", async () => {
    const { asked, load } = listOf(many(5))
    const { next, previous } = await findNeighbors(load, "v2")
    expect([previous?.id, next?.id, asked]).toEqual(["v1", "v3", [1]])
  })

  it("returns undefined at the ends of the list", async () => {
    const { load } = listOf(many(2))
    expect((await findNeighbors(load, "v0")).previous).toBeUndefined()
    expect((await findNeighbors(load, "v1")).next).toBeUndefined()
  })

  it("skips items that cannot be played", async () => {
    const { load } = listOf([video(0), video(1, "failed"), video(2), video(3, "missing"), video(4)])
    const { next, previous } = await findNeighbors(load, "v2")
    expect([previous?.id, next?.id]).toEqual(["v0", "v4"])
  })

  it("loads only the pages around an item to find its neighbors in a long list", async () => {
    const { asked, load } = listOf(many(5_000))
    const at = 30 * PAGE_SIZE - 1
    const { next, previous } = await findNeighbors(load, `v${at}`, at)
    expect([previous?.id, next?.id]).toEqual([`v${at - 1}`, `v${at + 1}`])
    expect(asked).toEqual([30, 31])
  })

  it("finds the neighbors even if the list has changed", async () => {
    const { load } = listOf(many(5_000))
    expect((await findNeighbors(load, "v150", 2_000)).next?.id).toBe("v151")
    const far = listOf(many(5_000))
    expect(await findNeighbors(far.load, "v4999")).toEqual({})
    expect(far.asked).toHaveLength(10)
  })

  it("returns undefined for a video that is not in the list", async () => {
    const { asked, load } = listOf(many(250))
    expect(await findNeighbors(load, "gone")).toEqual({})
    expect(asked).toEqual([1, 2, 3])
  })
})
