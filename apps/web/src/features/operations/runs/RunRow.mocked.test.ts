import { mount, RouterLinkStub } from "@vue/test-utils"
import { expect, it, vi } from "vitest"
import { aRun } from "@/live/testing"
import RunRow from "./RunRow.vue"

vi.mock("vue-router", async (original) => ({
  ...(await original<object>()),
  useRoute: () => ({ query: { status: "failed" } })
}))

const AT = "2026-01-01T00:00:00.000Z"
const failed = aRun("a", {
  status: "failed",
  isExhausted: true,
  attempts: 1,
  targetLabel: "old/tape-07.avi",
  startedAt: AT,
  finishedAt: "2026-01-01T00:00:00.091Z",
  durationMs: 91,
  error: { message: "The file is incomplete.", isFinal: true }
})
const row = (over: object = {}) =>
  mount(RunRow, {
    props: {
      run: failed,
      clock: () => Date.parse(AT) + 7_300_000,
      isShown: false,
      isBusy: false,
      isSelected: false,
      isSelecting: false,
      shows: () => true,
      ...over
    },
    global: { stubs: { RouterLink: RouterLinkStub } }
  })

it("shows the status, reason, attempts, age and duration of a job in one row", () => {
  const text = row().text().replace(/\s+/g, " ")
  // The name of the file is shown before its folder.
  for (const part of ["Failed", "tape-07.avi old", "The file is incomplete.", "Gave up", "2 h", "91 ms"])
    expect(text).toContain(part)
  expect(row({ run: aRun("b") }).text()).not.toContain("0/15")
})

it("hides columns that do not fit into the table", () => {
  const text = row({ shows: (column: string) => ["status", "job", "progress"].includes(column) }).text()
  expect(text).toContain("tape-07.avi")
  for (const part of ["old/", "Gave up", "91 ms"]) expect(text).not.toContain(part)
})

it("shows the progress of a running job and the result of a completed job", () => {
  const progress = { percent: 64, detail: { speed: 3.1, etaSeconds: 48 } }
  const running = aRun("b", { status: "started", attempts: 1, startedAt: AT, progress })
  expect(row({ run: running, clock: () => Date.parse(AT) + 82_400 }).text()).toMatch(
    /64% · 3\.1× · 50 s left.*1\/15.*1 m 22 s/
  )
  const result = { videoCodec: "h264", container: "mp4", duration: 42 }
  expect(row({ run: aRun("c", { status: "completed", result }) }).text()).toContain("H.264 · 0:42")
})

it("selects the job on a click in selection mode instead of opening its details", async () => {
  const plain = row()
  await plain.get("a").trigger("click")
  expect(plain.emitted("select")).toBeUndefined()
  await plain.get("a").trigger("click", { shiftKey: true })
  await plain.get("input").trigger("click")
  expect(plain.emitted("select")).toHaveLength(2)
  const selecting = row({ isSelecting: true })
  await selecting.get("a").trigger("click")
  expect(selecting.emitted("select")).toHaveLength(1)
  expect(selecting.get("input").attributes("aria-label")).toBe("Select old/tape-07.avi")
})
