import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { event, type Recorded } from "./Event.ts"
import { makeRegistry } from "./EventRegistry.ts"
import { runsOf } from "./Projector.ts"

const recorded = fc.array(
  fc.record({ streamId: fc.constantFrom("a", "b", "c", "d"), tag: fc.constantFrom("x.x.v1", "y.y.v1") }),
  { maxLength: 60 }
)
const toEvents = (list: ReadonlyArray<{ streamId: string; tag: string }>): ReadonlyArray<Recorded> =>
  list.map(({ streamId, tag }, index) => ({
    position: index,
    streamId,
    version: index,
    event: { _tag: tag },
    meta: {},
    at: new Date(0)
  }))

describe("runs", () => {
  it("splits events into consecutive runs of one event type in which no stream occurs twice", () => {
    fc.assert(
      fc.property(recorded, (list) => {
        const events = toEvents(list)
        const runs = runsOf(events)
        expect(runs.flat()).toEqual(events)
        for (const [index, run] of runs.entries()) {
          expect(run.length).toBeGreaterThan(0)
          expect(new Set(run.map(({ event }) => event._tag)).size).toBe(1)
          expect(new Set(run.map(({ streamId }) => streamId)).size).toBe(run.length)
          const first = runs[index + 1]?.[0]
          if (first === undefined) continue
          const isOtherType = first.event._tag !== run[0]!.event._tag
          expect(isOtherType || run.some(({ streamId }) => streamId === first.streamId)).toBe(true)
        }
      })
    )
  })
})

describe("the registry", () => {
  const Thing = event("thing.made.v1", { n: Schema.Number })
  const slice = { name: "things", events: [Thing], projections: [], policies: [] }

  it("rejects a tag that another slice already uses", () => {
    expect(() => makeRegistry([slice, { ...slice, name: "others" }])).toThrow(/thing\.made\.v1.*others/)
  })

  it("decodes an event through several upcasts", () => {
    const registry = makeRegistry([
      {
        ...slice,
        upcasts: [
          {
            from: "thing.begun.v1",
            to: "thing.begun.v2",
            migrate: (data) => ({ ...(data as object), m: 1 })
          },
          {
            from: "thing.begun.v2",
            to: "thing.made.v1",
            migrate: (data) => ({ n: (data as { m: number }).m + 1 })
          }
        ]
      }
    ])
    expect(registry.decode("thing.begun.v1", {})).toMatchObject({ right: { _tag: "thing.made.v1", n: 2 } })
    expect(registry.decode("thing.made.v1", { n: "2" })).toMatchObject({
      left: expect.stringMatching(/number/)
    })
    expect(registry.decode("thing.lost.v1", {})).toMatchObject({
      left: "no schema is registered for this type"
    })
    expect([registry.isRaw("jobs.queued.v1"), registry.isRaw("thing.made.v1")]).toEqual([true, false])
  })
})
