import { expect, it } from "vitest"
import { type FoundGroup, groupChanges, type KnownGroup, matchGroups, type Placement } from "./reconcile.ts"

type Placed = Readonly<Record<string, readonly [parentId: string | null, ordinal?: number | null]>>

const known = (id: string, key: string, fields: Partial<KnownGroup> = {}): KnownGroup => ({
  ...{ id, key, parentId: null, ordinal: null, isRemoved: false, isShared: false },
  ...fields
})
const found = (key: string, ids: ReadonlyArray<string>, groups: ReadonlyArray<FoundGroup<string>> = []) => ({
  key,
  facts: key,
  members: ids.map((id, index) => ({ id, ordinal: index })),
  groups
})
const season = (number: number, ids: ReadonlyArray<string>): FoundGroup<string> => ({
  ...found(String(number), ids),
  ordinal: number
})
/** Returns the changes as words. New groups get the ids `new1`, `new2` and so on. */
const changes = (
  wanted: ReadonlyArray<FoundGroup<string>>,
  groups: ReadonlyArray<KnownGroup>,
  placed: Placed
) => {
  const placements = new Map(
    Object.entries(placed).map(([id, [parentId, ordinal = null]]): [string, Placement] => [
      id,
      { parentId, ordinal }
    ])
  )
  let next = 0
  return groupChanges(matchGroups(wanted, groups, placements), {
    placements,
    newId: () => `new${(next += 1)}`,
    describe: ({ key }, group) =>
      group === undefined
        ? [{ _tag: `begins ${key}` }]
        : group.key === key
          ? []
          : [{ _tag: `becomes ${key}` }]
  }).map(({ events, id }) => [
    id,
    ...events.map((event) => ("parentId" in event ? `in ${event.parentId} at ${event.ordinal}` : event._tag))
  ])
}

it("creates a group before adding its members, and emits no events if nothing has changed", () => {
  expect(changes([found("a", ["1", "2"])], [], {})).toEqual([
    ["new1", "begins a"],
    ["1", "in new1 at 0"],
    ["2", "in new1 at 1"]
  ])
  expect(changes([found("a", ["1", "2"])], [known("A", "a")], { 1: ["A", 0], 2: ["A", 1] })).toEqual([])
  expect(changes([found("a", ["1", "2"])], [known("A", "a")], { 1: ["A", 1], 2: ["A", 1] })).toEqual([
    ["1", "in A at 0"]
  ])
})

it("reuses the group that most members come from if no group has the key", () => {
  const placed: Placed = { 1: ["A", 0], 2: ["A", 1], 3: ["A", 2] }
  const both = [found("b", ["1"]), found("c", ["2", "3"])]
  expect(changes(both, [known("A", "a")], placed)).toEqual([
    ["new1", "begins b"],
    ["1", "in new1 at 0"],
    ["A", "becomes c"],
    ["2", "in A at 0"],
    ["3", "in A at 1"]
  ])
  // Group A is not reused if its key is still found, if another library needs the group, or if a user removed it.
  const rest = [...both, found("a", ["4"])]
  expect(changes(rest, [known("A", "a")], placed)[2]).toEqual(["new2", "begins c"])
  for (const fields of [{ isShared: true }, { isRemoved: true }])
    expect(changes(both, [known("A", "a", fields)], placed)[2]).toEqual(["new2", "begins c"])
})

it("moves items out of a group that a user removed", () => {
  expect(changes([found("a", ["1"])], [known("A", "a", { isRemoved: true })], { 1: ["A", 0] })).toEqual([
    ["1", "in null at null"]
  ])
})

it("creates nested groups and finds them again by their key within the parent", () => {
  const series = (key: string) => found(key, [], [season(1, ["1"]), season(2, ["2"])])
  expect(changes([series("a")], [], {})).toEqual([
    ["new1", "begins a"],
    ["new2", "begins 1", "in new1 at 1"],
    ["1", "in new2 at 0"],
    ["new3", "begins 2", "in new1 at 2"],
    ["2", "in new3 at 0"]
  ])
  const groups = [
    known("A", "a"),
    known("S1", "1", { parentId: "A", ordinal: 1 }),
    known("S2", "2", { parentId: "A", ordinal: 2 })
  ]
  const placed: Placed = { 1: ["S1", 0], 2: ["S2", 0] }
  expect(changes([series("a")], groups, placed)).toEqual([])
  // A renamed series is recognized by its episodes and keeps its seasons.
  expect(changes([series("b")], groups, placed)).toEqual([["A", "becomes b"]])
  // An episode that moves to another season is placed there. Its former season is not renamed.
  expect(changes([found("a", [], [season(1, ["1", "2"])])], groups, placed)).toEqual([["2", "in S1 at 1"]])
})
