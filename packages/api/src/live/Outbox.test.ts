import type { JobRun } from "@media/features/app/operations/contract"
import { describe, expect, it } from "vitest"
import type { ChangeSet } from "./ChangeSet.ts"
import { parseClientMessage } from "./ClientMessages.ts"
import { matchesView } from "./JobsFilter.ts"
import { Outbox } from "./Outbox.ts"

const run = (id: string, fields: Partial<JobRun> = {}) =>
  ({ id, rev: 1, status: "queued", queueName: "preview", targetLabel: `Video ${id}`, ...fields }) as JobRun
const set = (fields: Partial<ChangeSet>): ChangeSet => ({
  seq: 1,
  at: "2026-01-01T00:00:00.000Z",
  runs: new Map(),
  removedRuns: new Set(),
  progress: new Map(),
  itemIds: new Set(),
  hiddenIds: new Set(),
  isEveryItem: false,
  topics: new Set(),
  own: new Map(),
  ...fields
})
const runs = (...list: ReadonlyArray<JobRun>) => set({ runs: new Map(list.map((one) => [one.id, one])) })
const view = { id: "v" }

describe("an outbox", () => {
  it("is empty after its changes have been taken", () => {
    const outbox = new Outbox("me")
    expect(outbox.take()).toBeUndefined()
    outbox.add(runs(run("a")), view)
    expect(outbox.take()?.body).toEqual({ runs: [run("a")] })
    expect(outbox.take()).toBeUndefined()
  })

  it("contains each run once, in the latest state of the run", () => {
    const outbox = new Outbox("me")
    for (let rev = 1; rev <= 1_000; rev += 1) outbox.add(runs(run("a", { rev })), view)
    expect(outbox.size).toBe(1)
    expect(outbox.take()?.body.runs).toEqual([run("a", { rev: 1_000 })])
  })

  it("reports runs that no longer match the view, but not runs that never did", () => {
    const outbox = new Outbox("me")
    const queued = { id: "v", status: "queued" as const }
    outbox.add(runs(run("a"), run("b", { status: "failed" })), queued)
    expect(outbox.take()?.body.runs).toHaveLength(1)
    outbox.add(runs(run("a", { rev: 2, status: "started" })), queued)
    expect(outbox.take()?.body).toEqual({ removedRuns: ["a"] })
    outbox.add(runs(run("a", { rev: 3, status: "queued" })), queued)
    expect(outbox.take()?.body.runs).toHaveLength(1)
  })

  it("omits the progress of runs that the client does not display", () => {
    const outbox = new Outbox("me")
    const progress = new Map([
      ["a", { percent: 5 }],
      ["b", { percent: 6 }]
    ])
    outbox.show(run("a", { rev: 7 }))
    outbox.add(set({ progress }), view)
    expect(outbox.take()?.body).toEqual({ runs: [{ id: "a", rev: 7, progress: { percent: 5 } }] })
    outbox.add({ ...runs(run("a", { rev: 8 })), progress }, view)
    expect(outbox.take()?.body.runs).toEqual([run("a", { rev: 8 })])
  })

  it("contains no jobs if the client displays none", () => {
    const outbox = new Outbox("me")
    const totals = { queued: 1, started: 0, completed: 0, failed: 0, retrying: 0, cancelled: 0 }
    outbox.add(
      { ...runs(run("a")), itemIds: new Set(["v1"]), topics: new Set(["settings"]), totals },
      undefined
    )
    expect(outbox.take()).toEqual({
      body: { topics: ["settings"] },
      itemIds: ["v1"],
      hiddenIds: [],
      ownIds: []
    })
    expect(outbox.take()).toBeUndefined()
  })

  it("tells the client to reload everything after its libraries or permissions changed", () => {
    const outbox = new Outbox("me")
    const everything = {
      body: { allItems: true, topics: ["libraries"] },
      itemIds: [],
      hiddenIds: [],
      ownIds: []
    }
    outbox.add(
      set({ isEveryItem: true, topics: new Set(["libraries"]), itemIds: new Set(["v1"]) }),
      undefined
    )
    expect(outbox.take()).toEqual(everything)
    outbox.addRights()
    expect(outbox.take()).toEqual(everything)
    expect(outbox.take()).toBeUndefined()
  })

  it("omits the user state of other accounts", () => {
    const outbox = new Outbox("me")
    const rated = (account: string, ...ids: ReadonlyArray<string>) =>
      set({ own: new Map([[account, new Map([["ratings", new Set(ids)]])]]) })
    outbox.add(rated("you", "v1"), view)
    expect(outbox.take()).toBeUndefined()
    outbox.add(rated("me", "v1"), undefined)
    outbox.add(rated("me", "v1", "v2"), undefined)
    expect(outbox.take()?.body).toEqual({ own: { ratings: { ids: ["v1", "v2"], many: false } } })
    outbox.add(rated("me", ...Array.from({ length: 1_000 }, (_, n) => `v${n}`)), undefined)
    expect(outbox.take()?.body).toEqual({ own: { ratings: { ids: [], many: true } } })
    expect(outbox.take()).toBeUndefined()
  })

  it("limits its size regardless of the number of changes", () => {
    const outbox = new Outbox("me")
    for (let n = 0; n < 20_000; n += 1) {
      outbox.add({ ...runs(run(`r${n}`)), itemIds: new Set([`v${n}`]) }, view)
    }
    expect(outbox.displayed.size).toBeLessThanOrEqual(1_000)
    expect(outbox.displayed.has("r19999")).toBe(true)
    const pending = outbox.take()
    expect([pending?.itemIds.length, pending?.body.allItems]).toEqual([0, true])
    expect(outbox.size).toBe(0)
  })
})

it.each([
  [{}, true],
  [{ status: "queued" as const }, true],
  [{ status: "failed" as const }, false],
  [{ queue: "preview" }, true],
  [{ queue: "media-probe" }, false],
  [{ q: "vIDEO" }, true],
  [{ q: "a" }, true],
  [{ q: "book" }, false]
])("decides whether a run matches the view %j: %s", (fields, fits) => {
  expect(matchesView(run("a"), { id: "v", ...fields })).toBe(fits)
})

it.each([
  ['{"t":"hello","v":1}', true],
  ['{"t":"hello","v":1,"since":3,"epoch":"e","view":{"id":"v","limit":500}}', true],
  ['{"t":"view","view":null}', true],
  ['{"t":"resume","since":0}', true],
  ['{"t":"resume"}', false],
  ['{"t":"hello"}', false],
  ['{"t":"hello","v":1,"view":{"id":"v","status":"done"}}', false],
  ['{"t":"hello","v":1,"since":1.5}', false],
  ["[]", false],
  ["", false],
  ["null", false]
])("decides whether the message %s is valid: %s", (text, isOne) => {
  expect(parseClientMessage(text) !== undefined).toBe(isOne)
})
