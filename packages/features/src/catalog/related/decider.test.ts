import { foldName } from "@media/kernel/FoldedName"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type EntityCommand, entityDecider, type EntityState } from "./decider.ts"
import type { RelatedEvent } from "./events.ts"

const run = (state: EntityState, command: EntityCommand) => {
  const decided = entityDecider.decide(command, state)
  return Either.isLeft(decided)
    ? { refusal: decided.left._tag, events: [], state }
    : { refusal: undefined, events: decided.right, state: decided.right.reduce(entityDecider.evolve, state) }
}
const after = (...commands: ReadonlyArray<EntityCommand>) =>
  commands.reduce((state, command) => run(state, command).state, entityDecider.initial)
const created: EntityCommand = {
  _tag: "Create",
  kind: "tag",
  name: "Noir",
  disambiguation: null,
  source: "user"
}
const fromFile: EntityCommand = { ...created, source: "file" }

const name = fc.constantFrom("Noir", "NOIR", "Nöir", "Film noir", "Western", "western", "Comedy")
const id = fc.constantFrom("a", "b", "c", "d")
const command: fc.Arbitrary<EntityCommand> = fc.oneof(
  fc.record({
    _tag: fc.constant("Edit" as const),
    changes: fc.record(
      { name, details: fc.option(fc.constantFrom("x", "y")), urls: fc.array(fc.constantFrom("u", "v")) },
      { requiredKeys: [] }
    ),
    expectedVersion: fc.option(fc.nat(4), { nil: undefined })
  }),
  fc.record({ _tag: fc.constantFrom("SetAliases" as const, "AddAliases" as const), aliases: fc.array(name) }),
  fc.record({ _tag: fc.constant("SetParents" as const), parentIds: fc.array(id) }),
  fc.record({
    _tag: fc.constant("SetTags" as const),
    tags: fc.array(fc.record({ tagId: id, source: fc.constantFrom("user", "scrape") })),
    hidden: fc.constant(new Set<string>())
  }),
  fc.record({
    _tag: fc.constant("Split" as const),
    into: id,
    aliases: fc.array(name, { maxLength: 2 }),
    itemIds: fc.constant([])
  })
)
const histories = fc.array(command, { maxLength: 25 })

describe("an entity after any sequence of commands", () => {
  it("never has duplicate aliases or its own name as an alias", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { aliases, fields } = after(created, ...commands)
        const folded = aliases.map(foldName)
        expect(new Set(folded).size).toBe(folded.length)
        expect(folded).not.toContain(foldName(String(fields["name"])))
      })
    )
  })

  it("emits no events for a repeated command", () => {
    fc.assert(
      fc.property(histories, command, (commands, last) => {
        const before = after(created, ...commands)
        const once = run(before, { ...last, ...(last._tag === "Edit" ? { expectedVersion: undefined } : {}) })
        if (last._tag === "Split") return
        expect(
          run(once.state, { ...last, ...(last._tag === "Edit" ? { expectedVersion: undefined } : {}) }).events
        ).toEqual([])
      })
    )
  })

  it("assigns consecutive numbers to edits and records the previous value of each field", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        let state = after(created)
        const fields = new Map<string, unknown>(Object.entries(state.fields))
        for (const each of commands) {
          const { events, state: next } = run(state, each)
          for (const event of events.flatMap((one) => (one._tag === "related.edited.v1" ? [one] : []))) {
            expect(event.editVersion).toBe(state.editVersion + 1)
            for (const { field, from, to } of event.changes) {
              expect(fields.get(field) ?? null).toEqual(from)
              fields.set(field, to)
            }
          }
          state = next
        }
        for (const [field, value] of fields) expect(state.fields[field]).toEqual(value)
      })
    )
  })

  it("rejects commands after a merge or removal", () => {
    fc.assert(
      fc.property(histories, command, fc.boolean(), (commands, last, isMerged) => {
        const end: EntityCommand = isMerged ? { _tag: "Merge", into: "b", itemIds: [] } : { _tag: "Remove" }
        expect(run(after(created, ...commands, end), last)).toMatchObject({ refusal: "NotFound", events: [] })
      })
    )
  })
})

describe("an entity created from a file", () => {
  const removed: ReadonlyArray<RelatedEvent> = [{ _tag: "related.removed.v1" }]

  it("is removed when it becomes unused, unless a user has edited it", () => {
    expect(run(after(fromFile), { _tag: "RemoveProvisional" }).events).toEqual(removed)
    expect(run(after(created), { _tag: "RemoveProvisional" }).events).toEqual([])
    for (const touch of [
      { _tag: "Edit", changes: { details: "x" } },
      { _tag: "AddAliases", aliases: ["Film noir"] },
      { _tag: "SetParents", parentIds: ["a"] }
    ] satisfies ReadonlyArray<EntityCommand>)
      expect(run(after(fromFile, touch), { _tag: "RemoveProvisional" }).events).toEqual([])
  })
})

describe("parents", () => {
  it.each([
    ["performer", ["a"], "Conflict"],
    ["studio", ["a"], undefined],
    ["studio", ["a", "b"], "Conflict"],
    ["tag", ["a", "b"], undefined]
  ] as const)("limits the number of parents of a %s (%j: %s)", (kind, parentIds, refusal) => {
    expect(run(after({ ...created, kind }), { _tag: "SetParents", parentIds }).refusal).toBe(refusal)
  })
})

it("rejects an edit based on an older version only if the same field has changed since then", () => {
  const state = after(created, { _tag: "Edit", changes: { details: "theirs" } })
  expect(run(state, { _tag: "Edit", changes: { details: "mine" }, expectedVersion: 0 }).refusal).toBe(
    "Conflict"
  )
  expect(run(state, { _tag: "Edit", changes: { sortName: "N" }, expectedVersion: 0 }).refusal).toBe(undefined)
})
