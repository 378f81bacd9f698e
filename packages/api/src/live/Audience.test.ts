import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { flush, type Receiver, type Visible } from "./Audience.ts"
import type { Unsent } from "./Connection.ts"

const principal = (accountId: string, fields: Partial<Principal> = {}): Principal => ({
  accountId,
  sessionId: `session of ${accountId}`,
  username: accountId,
  role: "member",
  showNsfw: false,
  mayCreateLibraries: false,
  libraryIds: [accountId],
  ...fields
})

interface FakeReceiver extends Receiver {
  readonly delivered: Array<ReadonlyArray<string>>
  postponed: number
}
const receiver = (of: Principal, itemIds: ReadonlyArray<string> | undefined): FakeReceiver => {
  const unsent: Unsent | undefined =
    itemIds === undefined ? undefined : { seq: 1, body: {}, itemIds, hiddenIds: [], ownIds: [] }
  const fake: FakeReceiver = {
    principal: of,
    delivered: [],
    postponed: 0,
    takeUnsent: () => unsent,
    deliver: ({ itemIds }, _, kinds) =>
      void fake.delivered.push(itemIds.flatMap((id) => (kinds.has(id) ? [`${kinds.get(id)} ${id}`] : []))),
    postpone: () => void (fake.postponed += 1)
  }
  return fake
}

/**
 * The calls of `visible`, as account and item ids. In these tests, an account may see the items whose ids begin with
 * its name.
 */
const asked: Array<readonly [string, ReadonlyArray<string>]> = []
const visible: Visible<never, never> = (of, ids) => {
  asked.push([of.accountId, ids])
  return of.accountId === "broken"
    ? Effect.die("the database is away")
    : Effect.succeed(ids.filter((id) => id.startsWith(of.accountId)).map((id) => ({ id, kind: "video" })))
}
const run = async (receivers: ReadonlyArray<Receiver>) => {
  asked.splice(0)
  await Effect.runPromise(Effect.provide(flush(receivers, visible), Logger.remove(Logger.defaultLogger)))
}

it("queries visibility once per set of permissions, not once per socket", async () => {
  const accounts = ["ann", "bob", "cem"]
  const receivers = Array.from({ length: 200 }, (_, n) =>
    receiver(principal(accounts[n % 3]!), ["ann 1", "bob 1", "bob 2"])
  )
  await run(receivers)
  expect(asked.map(([account]) => account)).toEqual(accounts)
  for (const { delivered, principal } of receivers)
    expect(delivered).toEqual([
      { ann: ["video ann 1"], bob: ["video bob 1", "video bob 2"], cem: [] }[principal.accountId]
    ])
})

it("sends each socket only its own changes after a query shared by several sockets", async () => {
  const one = receiver(principal("ann"), ["ann 1"])
  const behind = receiver(principal("ann"), ["ann 1", "ann 2"])
  const nothing = receiver(principal("ann"), undefined)
  const noItems = receiver(principal("ann"), [])
  const nsfw = receiver(principal("ann", { showNsfw: true }), ["ann 1"])
  await run([one, behind, nothing, noItems, nsfw])
  expect(asked).toEqual([
    ["ann", ["ann 1", "ann 2"]],
    ["ann", ["ann 1"]]
  ])
  expect([one, behind, nothing, noItems].map(({ delivered }) => delivered)).toEqual([
    [["video ann 1"]],
    [["video ann 1", "video ann 2"]],
    [],
    [[]]
  ])
})

it("postpones changes only for the sockets whose visibility query failed", async () => {
  const broken = [receiver(principal("broken"), ["a"]), receiver(principal("broken"), ["a"])]
  const fine = receiver(principal("ann"), ["ann 1"])
  await run([...broken, fine])
  expect(broken.map(({ delivered, postponed }) => [delivered, postponed])).toEqual([
    [[], 1],
    [[], 1]
  ])
  expect([fine.delivered, fine.postponed]).toEqual([[["video ann 1"]], 0])
})
