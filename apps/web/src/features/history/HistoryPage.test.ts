import { flushPromises } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage, refusal, stubApi, type Answers, user } from "@/lib/mountPage"
import HistoryPage from "./HistoryPage.vue"

const entry = (more: object = {}) => ({
  position: 9,
  at: "2026-01-01T00:00:00.000Z",
  type: "library.removed.v1",
  kind: "libraries",
  sentence: "removed the library {target}",
  actor: { id: "u1", name: "Anna" },
  byStranger: false,
  address: "10.0.0.7",
  requestId: "r1",
  target: { kind: "library", id: "l1", name: "Holidays", itemKind: null, exists: false },
  count: 1,
  changes: [],
  ...{ cause: "web", batchId: null, isUndoable: false, whyNot: null, undoneBy: null },
  ...more
})
const open = async (items: ReadonlyArray<object>, at = "/", answers: Answers = {}) => {
  const asked: Array<string> = []
  stubApi({
    ...user("administrator"),
    "GET /api/history": () => ({ items, nextBefore: null }),
    "GET /api/history/actors": () => [{ id: "u1", name: "Anna" }],
    ...answers
  })
  const answer = fetch
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    asked.push(String(input))
    return answer(input, init)
  })
  const { page, router } = await mountPage(HistoryPage, {
    at,
    names: ["history", "library", "users", "video"]
  })
  await flushPromises()
  // The heading of a day is a row with a single cell.
  const rows = () => page.findAll("[role=row]").filter((row) => row.findAll("[role=cell]").length > 1)
  return { page, router, asked, rows }
}
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

it.each([
  [{}, "Anna removed the library Holidays (since removed)"],
  [{ type: "sign-in.succeeded.v1", sentence: "signed in", kind: "sign-ins", target: null }, "Anna signed in"],
  [
    { type: "library.items-forgotten.v1", sentence: "forgot what {target} held", actor: null },
    "The server forgot what Holidays held (since removed)"
  ],
  [
    {
      type: "sign-in.failed.v1",
      sentence: "failed to sign in: no account has this username",
      kind: "sign-ins",
      actor: null,
      byStranger: true,
      target: null
    },
    "Unknown person failed to sign in: no account has this username"
  ],
  [
    {
      type: "account.view-started.v1",
      sentence: "began to see as {target}",
      kind: "people",
      target: { kind: "account", id: "u2", name: "Ben", itemKind: null, exists: true }
    },
    "Anna began to see as Ben"
  ],
  [
    {
      type: "gate.accepted.v1",
      sentence: "accepted what a new version changes",
      kind: "settings",
      target: null,
      changes: [{ field: "title", from: null, to: "A new index" }]
    },
    "Anna accepted what a new version changes title: A new index"
  ],
  [
    {
      type: "account.imported.v1",
      sentence: "took over {target} from the earlier version",
      kind: "people",
      actor: null,
      count: 15,
      target: { kind: "account", id: "u2", name: "Ben", itemKind: null, exists: true },
      changes: [{ field: "username", from: null, to: "ben" }]
    },
    "The server took over 15 accounts from the earlier version"
  ],
  [
    { type: "plugin.thing-done.v7", sentence: "changed something", kind: "other", target: null },
    "Anna changed something"
  ],
  [
    {
      type: "sign-in.failed.v1",
      sentence: "failed to sign in as {target}",
      kind: "sign-ins",
      actor: null,
      byStranger: true,
      target: { kind: "account", id: "u2", name: "Ben", itemKind: null, exists: true },
      changes: [{ field: "isLast", from: null, to: true }]
    },
    "Unknown person failed to sign in as Ben More entries for this hour are in the server log."
  ],
  [
    {
      type: "item.edited.v1",
      sentence: "edited {target}",
      kind: "items",
      target: { kind: "item", id: "v1", name: "Blade", itemKind: "video", exists: true },
      changes: [
        { field: "title", from: "blade", to: "Blade" },
        { field: "someMachineKey", from: null, to: 1 }
      ]
    },
    "Anna edited Blade title: blade → Blade"
  ],
  [
    {
      type: "item.edited.v1",
      sentence: "edited {target}",
      kind: "items",
      count: 2500,
      target: { kind: "item", id: "v1", name: "Blade", itemKind: "video", exists: true }
    },
    "Anna edited 2,500 items"
  ]
])("describes the history entry %o in a sentence", async (more, sentence) => {
  const { page, rows } = await open([entry(more)])
  const text = rows()[0]!
    .findAll("[role=cell]")[1]!
    .findAll("p")
    .map((part) => part.text())
    .join(" ")
  expect(text.replace(/\s+/g, " ")).toBe(sentence)
  page.unmount()
})

it("does not link to deleted accounts", async () => {
  const account = { kind: "account", id: "u2", name: "Ben", itemKind: null, exists: true }
  const shown = async (more: object) => {
    const { page, rows } = await open([entry({ type: "account.disabled.v1", kind: "people", ...more })])
    const link = rows()[0]!
      .findAll("a")
      .find((each) => each.text() === "Ben")
    page.unmount()
    return link?.attributes("href")
  }
  expect(await shown({ target: account })).toMatch(/\?account=u2$/)
  expect(await shown({ target: { ...account, exists: false } })).toBeUndefined()
  expect(await shown({ target: account, count: 2 })).toBeUndefined()
})

it("keeps the filters in the URL", async () => {
  const { asked, page, router } = await open([entry()], "/?kind=libraries&from=2026-01-01&request=r1")
  const first = new URL(
    asked.find((each) => each.includes("/api/history?"))!,
    "http://x"
  ).searchParams
  expect(Object.fromEntries(first)).toMatchObject({ kind: "libraries", requestId: "r1" })
  expect(first.get("from")).toBe(new Date("2026-01-01T00:00:00").toISOString())
  await page.get("select[aria-label=Who]").setValue("u1")
  await flushPromises()
  expect(router.currentRoute.value.query).toMatchObject({ actor: "u1", kind: "libraries" })
  await page
    .findAll("button")
    .find((each) => each.text() === "Clear filters")!
    .trigger("click")
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({})
  page.unmount()
})

it("appends earlier entries at the end of the list", async () => {
  const empty = await open([])
  expect(empty.page.text()).toContain("No entries")
  empty.page.unmount()
  const failing = await open([], "/", { "GET /api/history": refusal(500) })
  expect(failing.page.text()).toContain("Couldn’t load the activity log")
  failing.page.unmount()
  let position = 9
  const pages = {
    ...user("administrator"),
    "GET /api/history": () => ({ items: [entry({ position: (position -= 1) })], nextBefore: position })
  }
  const { page, rows } = await open([], "/", pages)
  expect(rows()).toHaveLength(1)
  await page
    .findAll("button")
    .find((each) => each.text() === "Show earlier")!
    .trigger("click")
  await flushPromises()
  expect(rows()).toHaveLength(2)
  page.unmount()
})

it("shows conflicts with later changes before offering to undo anyway", async () => {
  const skipped = {
    target: { kind: "item", id: "v1", name: "Blade" },
    ...{ part: "title", field: "title", expected: "One", found: "Two", by: { id: "u2", name: "Ben" } },
    ...{ at: "2026-01-02T00:00:00.000Z", reason: "This has changed since then." }
  }
  const sent: Array<Record<string, unknown>> = []
  const answers: Answers = {
    "POST /api/history/undo": () => {
      const isForced = sent.at(-1)?.["force"] !== undefined
      return {
        batchId: isForced ? "b2" : null,
        undone: 1,
        skippedCount: isForced ? 0 : 1,
        skipped: isForced ? [] : [skipped],
        isRunning: false
      }
    }
  }
  const { page } = await open([entry({ isUndoable: true, kind: "items" })], "/", answers)
  const answer = fetch
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    if (init?.method === "POST") sent.push(JSON.parse(String(init.body)) as Record<string, unknown>)
    return answer(input, init)
  })
  await page
    .findAll("button")
    .find((each) => each.text() === "Undo")!
    .trigger("click")
  await flushPromises()
  expect(sent).toEqual([{ eventPosition: 9, dryRun: true }])
  await expect.poll(() => document.body.textContent).toContain("Now Two, changed by Ben")
  const anyway = [...document.querySelectorAll("button")].find(
    (each) => each.textContent?.trim() === "Undo anyway"
  )!
  anyway.click()
  await flushPromises()
  expect(sent.at(-1)).toEqual({ eventPosition: 9, force: ["title"] })
  page.unmount()
})

it("shows members only their own changes", async () => {
  const own = entry({ type: "user-item.rated.v1", sentence: "rated {target}", kind: "other" })
  const { asked, page } = await open([own], "/", { ...user("member") })
  expect(page.text()).toContain("Your ratings, favorites and progress")
  expect(page.find("[aria-label='Who']").exists()).toBe(false)
  expect(asked.some((url) => url.includes("own=true"))).toBe(true)
  expect(asked.some((url) => url.includes("actors"))).toBe(false)
})
