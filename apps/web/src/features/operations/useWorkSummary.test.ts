import { flushPromises } from "@vue/test-utils"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { defineComponent, h, shallowRef } from "vue"
import { mountPage } from "@/lib/mountPage"
import { useReviewFailures, useWorkSummary } from "./useWorkSummary"

const asked: Array<string> = []
const isAdministrator = shallowRef(false)
let review: () => void
const line = defineComponent(() => {
  review = useReviewFailures()
  const { etaSeconds, failedOtherwise, queued, running } = useWorkSummary(() => isAdministrator.value)
  return () =>
    h("p", [running.value, queued.value, failedOtherwise.value, etaSeconds.value ?? "unknown"].join(" "))
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  asked.length = 0
  isAdministrator.value = false
  vi.stubGlobal("fetch", async (input: string) => {
    const url = new URL(String(input), "http://test")
    asked.push(url.pathname)
    const failed = asked.includes("/api/home/problems/reviewed") ? 0 : 3
    const data = {
      running: 2,
      queued: 2_895,
      unreadable: [],
      failedOtherwise: failed,
      etaSeconds: failed === 0 ? null : 180
    }
    return new Response(JSON.stringify({ ok: true, data }), {
      headers: { "content-type": "application/json" }
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("polls for administrators only, and more often while jobs exist", async () => {
  const { page } = await mountPage(line)
  await flushPromises()
  vi.advanceTimersByTime(60_000)
  expect(asked).toEqual([])
  isAdministrator.value = true
  await flushPromises()
  expect([page.text(), asked.length]).toEqual(["2 2895 3 180", 1])
  vi.advanceTimersByTime(5_000)
  await flushPromises()
  expect(asked).toHaveLength(2)
  review()
  await flushPromises()
  expect(asked.slice(2)).toEqual(["/api/home/problems/reviewed", "/api/jobs/summary"])
  expect(page.text()).toBe("2 2895 0 unknown")
  page.unmount()
})
