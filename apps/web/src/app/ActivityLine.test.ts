import { flushPromises } from "@vue/test-utils"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { mountPage, stubApi } from "@/lib/mountPage"
import ActivityLine from "./ActivityLine.vue"

beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const calm = { running: 0, queued: 0, unreadable: [], failedOtherwise: 0, etaSeconds: 0 }
const open = async (over: object) => {
  let summary = { ...calm, ...over }
  stubApi({ "GET /api/jobs/summary": () => summary })
  const { page } = await mountPage(ActivityLine, { names: ["operations", "videos"] })
  await flushPromises()
  const later = async (change: object) => {
    summary = { ...calm, ...change }
    vi.advanceTimersByTime(30_000)
    await flushPromises()
  }
  return { later, page, line: () => page.find("a").exists() && page.get("a").text().replace(/\s+/g, " ") }
}

it("shows running and waiting jobs with the estimated time", async () => {
  const { line, page } = await open({ running: 2, queued: 2_895, failedOtherwise: 3, etaSeconds: 180 })
  expect(line()).toBe("Jobs:2 running · 2,895 queued · about 3 min left")
  expect(page.get("a").attributes("href")).toBe("/operations")
  page.unmount()
})

it("omits the remaining time if the estimate is unknown", async () => {
  const { line, page } = await open({ queued: 7, etaSeconds: null })
  expect(line()).toBe("Jobs:7 queued")
  page.unmount()
})

it("keeps showing failed jobs until they are reviewed", async () => {
  const { later, line, page } = await open({ running: 1 })
  expect(line()).toBe("Jobs:1 running")
  await later({ failedOtherwise: 1 })
  expect(line()).toMatch(/^1 job failed ?Review$/)
  expect(page.get("a").attributes("href")).toBe("/operations?status=failed")
  await later({})
  expect(line()).toBe(false)
  page.unmount()
})

it("shows the number of unreadable files with a link to the list", async () => {
  const files = (kind: string, count: number) => ({ kind, files: count })
  const { later, line, page } = await open({ unreadable: [files("video", 3)] })
  expect(line()).toMatch(/^3 files could not be read ?Review$/)
  expect(page.get("a").attributes("href")).toBe("/videos?status=failed&view=table")
  await later({ unreadable: [files("video", 1)], failedOtherwise: 2 })
  expect(line()).toMatch(/^1 file could not be read, 2 jobs failed ?Review$/)
  expect(page.get("a").attributes("href")).toBe("/operations?status=failed")
  await later({ unreadable: [files("video", 1), files("track", 2)] })
  expect(line()).toMatch(/^3 files could not be read ?Review$/)
  expect(page.get("a").attributes("href")).toBe("/operations?status=failed")
  page.unmount()
})
