import * as Either from "effect/Either"
import { expect, it } from "vitest"
import type { Decider } from "./Decider.ts"
import { decideMany, type StreamCommand } from "./DecideMany.ts"

interface Added {
  readonly _tag: "count.added.v1"
  readonly amount: number
}
const added = (amount: number): Added => ({ _tag: "count.added.v1", amount })

/**
 * A decider whose command is a number of units to add. Adds one event per unit, and rejects a command that would exceed
 * a total of five.
 */
const units: Decider<number, number, Added, "full"> = {
  initial: 0,
  decide: (amount, total) =>
    total + amount > 5 ? Either.left("full") : Either.right(Array.from({ length: amount }, () => added(1))),
  evolve: (total, { amount }) => total + amount
}
const decide = (
  commands: ReadonlyArray<StreamCommand<number>>,
  history: Record<string, ReadonlyArray<Added>>
) => decideMany(units, new Map(commands.entries()), (streamId) => history[streamId] ?? [])

it("decides the commands of each stream from that stream's history", () => {
  const decisions = decide(
    [
      { streamId: "a", command: 2 },
      { streamId: "b", command: 1 },
      { streamId: "new", command: 0 }
    ],
    { a: [added(1), added(1)], b: [added(5)] }
  )
  expect(
    decisions.map(({ append }) => [append.streamId, append.expectedVersion, append.events.length])
  ).toEqual([
    ["a", 2, 2],
    ["b", 1, 0],
    ["new", 0, 0]
  ])
  expect(decisions.flatMap(({ outcomes }) => [...outcomes])).toEqual([
    [0, Either.right([0, 2])],
    [1, Either.left("full")],
    [2, Either.right([0, 0])]
  ])
})

it("continues with the other commands of a stream after rejecting one", () => {
  const command = (amount: number) => ({ streamId: "a", command: amount })
  const [decision] = decide([command(2), command(9), command(3), command(1)], {})
  expect(decision!.append).toMatchObject({ expectedVersion: 0, events: Array(5).fill(added(1)) })
  expect([...decision!.outcomes.values()]).toEqual([
    Either.right([0, 2]),
    Either.left("full"),
    Either.right([2, 5]),
    Either.left("full")
  ])
})

it("returns no decisions if there are no commands", () => expect(decide([], {})).toEqual([]))
