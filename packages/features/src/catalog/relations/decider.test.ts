import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type EntityRef, type RelationCommand, relationDecider, type RelationState } from "./decider.ts"

const registered = relationDecider.evolve(relationDecider.initial, { _tag: "item.registered.v1" } as never)
const run = (state: RelationState, command: RelationCommand) => {
  const decided = relationDecider.decide(command, state)
  const events = Either.getOrThrow(decided)
  return { events, state: events.reduce(relationDecider.evolve, state) }
}
type Relation = Extract<RelationCommand, { readonly _tag: "SetRelated" }>["relation"]
const relation = fc.constantFrom<Array<Relation>>("performer", "tag")
const ref = fc.record(
  { to: fc.constantFrom("a", "b", "c", "d", "e"), as: fc.constantFrom("X", "Y") },
  { requiredKeys: ["to"] }
)
const set: fc.Arbitrary<Extract<RelationCommand, { readonly _tag: "SetRelated" }>> = fc.record({
  _tag: fc.constant("SetRelated" as const),
  relation,
  refs: fc.array(ref, { maxLength: 6 }),
  hidden: fc.subarray(["a", "b", "c"]).map((ids) => new Set(ids)),
  source: fc.constant("user")
})
const seen = ({ related }: RelationState, of: Relation) =>
  related.filter((one) => one.relation === of).toSorted((a, b) => a.ordinal - b.ordinal)

describe("an item's entities", () => {
  it("replaces all entities except hidden entities, in the given order", () => {
    fc.assert(
      fc.property(fc.array(set, { maxLength: 6 }), set, (before, last) => {
        const state = before.reduce((one, command) => run(one, command).state, registered)
        const after = run(state, last).state
        const wanted = [...new Set(last.refs.map(({ to }) => to))]
        const kept = seen(state, last.relation).filter(
          ({ to }) => last.hidden.has(to) && !wanted.includes(to)
        )
        const ids = seen(after, last.relation).map(({ to }) => to)
        expect(ids.toSorted()).toEqual([...wanted, ...kept.map(({ to }) => to)].toSorted())
        if (last.relation === "performer") expect(ids.filter((id) => wanted.includes(id))).toEqual(wanted)
        const other = last.relation === "tag" ? "performer" : "tag"
        expect(seen(after, other)).toEqual(seen(state, other))
      })
    )
  })

  it("emits no events when the same entities are set again", () => {
    fc.assert(
      fc.property(set, (command) => {
        expect(run(run(registered, command).state, command).events).toEqual([])
      })
    )
  })

  it("emits a single event when one of many entities moves to the end", () => {
    const refs = ["a", "b", "c", "d"].map((to) => ({ to }))
    const command = {
      _tag: "SetRelated",
      relation: "performer",
      refs,
      hidden: new Set<string>(),
      source: "user"
    } as const
    const { state } = run(registered, command)
    const moved = [...refs.slice(1), refs[0]!]
    expect(run(state, { ...command, refs: moved }).events).toMatchObject([
      { _tag: "item.related.v1", to: "a" }
    ])
  })

  it("replaces a merged entity with the target of the merge and keeps its credit", () => {
    const refs: ReadonlyArray<EntityRef> = [{ to: "a", as: "X" }, { to: "b" }]
    const given = {
      _tag: "SetRelated",
      relation: "performer",
      refs,
      hidden: new Set<string>(),
      source: "user"
    } as const
    const { state } = run(registered, given)
    const copied = run(state, { _tag: "Copy", from: "a", into: "c" })
    expect(copied.events).toMatchObject([{ to: "c", as: "X" }])
    expect(run(state, { _tag: "Copy", from: "a", into: "b" }).events).toEqual([])
    expect(run(copied.state, { _tag: "Unrelate", to: "a" }).events).toMatchObject([{ to: "a" }])
  })
})

it("rejects relations of an item that does not exist", () => {
  expect(relationDecider.decide({ _tag: "Unrelate", to: "a" }, relationDecider.initial)).toMatchObject({
    left: { _tag: "NotFound" }
  })
})
