import { flushPromises } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { defineComponent } from "vue"
import { mountPage, stubApi } from "@/lib/mountPage"
import { openJobsBoard } from "../live"
import BulkDialog from "./BulkDialog.vue"
import FailureGroups from "./FailureGroups.vue"
import { provideBulk } from "./useBulk"

/** A simple replacement for the dialog. Browser tests cover the position of the real dialog. */
vi.mock("@/ui/UiConfirmDialog.vue", () => ({
  default: {
    props: ["title", "confirm", "cancel"],
    emits: ["confirm"],
    template: `<div role="alertdialog"><button>{{ cancel }}</button><button @click="$emit('confirm')">{{ confirm }}</button></div>`
  }
}))

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

const group = {
  reason: "This is not a media file",
  count: 41,
  final: 41,
  queues: ["Media probe"],
  newestAt: "2026-01-01T00:00:00.000Z",
  jobRunId: "a"
}
const page = defineComponent({
  components: { BulkDialog, FailureGroups },
  setup: () => {
    openJobsBoard()
    provideBulk()
    return {}
  },
  template: `<FailureGroups :filter="{ status: 'failed', queue: 'media-probe' }" @show="(reason) => $router.push('/?reason=' + reason)" /><BulkDialog />`
})

it("groups failures by reason and retries a whole group", async () => {
  const bodies: Array<unknown> = []
  stubApi({
    "GET /api/jobs/failures": () => ({ items: [group] }),
    "POST /api/jobs/bulk-preview": (body) => (
      bodies.push(body),
      { retry: 40, cancel: 0, clear: 0, upTo: "u" }
    ),
    "POST /api/jobs/retry-failed": (body) => (bodies.push(body), { count: 40 })
  })
  const mounted = await mountPage(page)
  await flushPromises()
  expect(mounted.page.text()).toContain("This is not a media file × 41")
  expect(mounted.page.text()).toContain("Gave up")
  await mounted.page
    .findAll("button")
    .find((button) => button.text() === "Retry all 41")!
    .trigger("click")
  const dialog = await vi.waitFor(() => document.querySelector("[role=alertdialog]") ?? Promise.reject(), {
    timeout: 60_000
  })
  expect(dialog?.textContent).toContain("Retry 40 jobs")
  expect(dialog?.textContent).toContain("Go back")
  ;[...(dialog?.querySelectorAll("button") ?? [])].at(-1)?.click()
  await vi.waitFor(() => expect(bodies).toHaveLength(2), { timeout: 60_000 })
  await flushPromises()
  const filter = { status: "failed", queue: "media-probe", reason: group.reason }
  expect(bodies).toEqual([filter, { ...filter, upTo: "u" }])
  expect(document.querySelector("[role=alertdialog]")).toBeNull()
  mounted.page.unmount()
})

it("shows that no jobs failed", async () => {
  stubApi({ "GET /api/jobs/failures": () => ({ items: [] }) })
  const mounted = await mountPage(page)
  await flushPromises()
  expect(mounted.page.text()).toContain("Nothing has failed")
  mounted.page.unmount()
})
