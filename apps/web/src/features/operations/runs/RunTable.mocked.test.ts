import type { JobRun } from "@media/features/app/operations/contract"
import type { Delta } from "@media/features/app/operations/live-protocol"
import { mount, RouterLinkStub } from "@vue/test-utils"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { nextTick, shallowRef } from "vue"
import { makeJobsBoard, type JobsBoard } from "@/live/jobsBoard"
import { aRun, handClock, type HandClock } from "@/live/testing"
import RunTable from "./RunTable.vue"

const live = vi.hoisted((): { board?: JobsBoard } => ({}))
vi.mock("../live", async () => {
  const { computed } = await import("vue")
  return {
    useJobsBoard: () => live.board,
    useBoard: (select: (board: JobsBoard) => unknown) => computed(() => select(live.board!))
  }
})
vi.mock("vue-router", async (original) => ({
  ...(await original<object>()),
  useRoute: () => ({ query: {} })
}))
vi.mock("./useRunActions", () => ({
  useRunActions: () => ({ busy: shallowRef(new Set()), cancel: vi.fn(), retry: vi.fn() })
}))
vi.mock("@/ui/scroller", async () => {
  const { shallowRef: ref } = await import("vue")
  const box = document.createElement("main")
  Object.defineProperty(box, "clientHeight", { value: 440 })
  return { useScroller: () => ref(box) }
})

const HOUR_MS = 3_600_000
const run = (id: string): JobRun => aRun(id, { queuedAt: new Date(Date.now() - 2 * HOUR_MS).toISOString() })
const totals = { queued: 8, started: 0, completed: 0, failed: 0, retrying: 0, cancelled: 0 }

describe("the job table", () => {
  let clock: HandClock
  let board: JobsBoard
  let drawn: Record<string, number>
  let page: ReturnType<typeof mount>
  const count = function (this: { $options: { __name?: string } }): void {
    const name = this.$options.__name ?? "?"
    drawn[name] = (drawn[name] ?? 0) + 1
  }
  const tell = (part: Partial<Delta>): void =>
    board.applyDelta({ t: "delta", seq: 2, from: 1, at: "", totals, ...part })
  const frame = async (ms: number): Promise<void> => {
    clock.frame(clock.now() + ms)
    await nextTick()
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
    drawn = {}
    clock = handClock(1_000)
    board = live.board = makeJobsBoard(clock)
    board.expectView("v", () => true)
    const runs = ["a", "b", "c", "d", "e", "f", "g", "h"].map((id) => run(id))
    board.applySnapshot({
      t: "snapshot",
      epoch: "e",
      seq: 1,
      at: "",
      jobs: { viewId: "v", runs, total: runs.length, totals, viewTotals: totals, queues: [], rates: [] }
    })
    page = mount(RunTable, {
      props: { filter: {}, shownId: undefined, isPaused: false, mayShowMore: false },
      global: { stubs: { RouterLink: RouterLinkStub }, mixins: [{ mounted: count, updated: count }] }
    })
    await nextTick()
    await nextTick()
    expect(page.text()).toContain("Target h")
    drawn = {}
  })
  afterEach(() => {
    page.unmount()
    vi.useRealTimers()
  })

  it("rerenders only the row of a changed job", async () => {
    tell({ runs: [{ id: "c", rev: 2, status: "started", progress: { percent: 5 } }] })
    await frame(200)
    expect(page.text()).toContain("Running")
    expect(drawn["RunRow"]).toBe(1)
    expect(drawn["RunTable"]).toBeUndefined()
  })

  it("does not rerender if jobs outside the table change", async () => {
    tell({ runs: [{ id: "elsewhere", rev: 7, attempts: 3 }], totals: { ...totals, completed: 1 } })
    await frame(200)
    expect(drawn).toEqual({})
  })

  it("renders a new job without rendering the other jobs again", async () => {
    const before = page.get('[data-index="0"]').element
    tell({ runs: [run("new")] })
    await frame(200)
    expect(page.get('[data-index="0"]').text()).toContain("Target new")
    expect(page.get('[data-index="1"]').element).toBe(before)
    expect(drawn["RunRow"]).toBe(1)
  })

  it("rerenders a row when its text changes instead of every second", async () => {
    vi.advanceTimersByTime(3_000)
    await nextTick()
    expect(drawn["RunRow"]).toBeUndefined()
    vi.advanceTimersByTime(HOUR_MS)
    await nextTick()
    expect(page.get('[data-index="0"]').text()).toContain("3 h")
  })

  it("rerenders at most four times per second while jobs change 25 times per second", async () => {
    let rev = 1
    for (let ms = 0; ms < 4_000; ms += 20) {
      if (ms === 1_000) drawn = {}
      if (ms % 40 === 0) tell({ runs: [{ id: "b", rev: ++rev, attempts: rev, status: "started" }] })
      await frame(20)
    }
    expect(drawn["RunRow"]).toBeLessThanOrEqual(12)
    await frame(300)
    await frame(20)
    expect(page.get('[data-index="1"]').text()).toContain(`${rev}/15`)
  })

  it("leaves the rows unchanged while updates are paused", async () => {
    await page.setProps({ isPaused: true })
    drawn = {}
    tell({ runs: [{ id: "c", rev: 2, status: "started" }] })
    await frame(200)
    vi.advanceTimersByTime(5_000)
    await nextTick()
    expect(page.text()).not.toContain("Running")
    await page.setProps({ isPaused: false })
    await frame(200)
    expect(page.text()).toContain("Running")
  })
})
