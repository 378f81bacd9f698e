import { EventStore } from "@media/event-store/EventStore"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import { Conflict, NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Access from "../access/Access.ts"
import { userItemDecider, type UserItemCommand } from "../user-items/decider.ts"
import { userItemStream } from "../user-items/stream.ts"
import { visibleItems } from "../visibility/Visibility.ts"
import type { ItemPatch } from "./contract.ts"
import { itemDecider, type ItemChanges, type ItemCommand } from "./decider.ts"

const metaOf = (principal: Principal) => ({ actor: principal.accountId, cause: "web" })

const changedAtOnce = () =>
  Effect.fail(new Conflict({ reason: "This was changed at the same time. Try again." }))

/** Gives an item a command of a person. Only what is found out about a file can be outdated. */
export const executeOnItem = (principal: Principal, id: string, command: ItemCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: id, decider: itemDecider, command, meta: metaOf(principal) })
  ).pipe(Effect.catchTag("ProbeOutdated", (defect) => Effect.die(defect)))

type Opinion = UserItemCommand extends infer Command
  ? Command extends UserItemCommand
    ? Omit<Command, "accountId" | "itemId">
    : never
  : never

/** What the caller thinks of an item, which is nobody else's and anybody's to give. */
export const recordOpinion = (principal: Principal, itemId: string, opinion: Opinion) => {
  const { accountId } = principal
  return Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: userItemStream(accountId, itemId),
      decider: userItemDecider,
      command: { ...opinion, accountId, itemId } as UserItemCommand,
      meta: metaOf(principal)
    })
  ).pipe(Effect.catchTag("VersionConflict", changedAtOnce))
}

/**
 * Changes an item that the caller is known to see. The rating is the caller's own; everything else is the library's and
 * for administrators. One transaction: both happen or neither.
 */
export const updateItem = Effect.fn("items.update")(function* (
  principal: Principal,
  id: string,
  patch: ItemPatch
) {
  const { expectedVersion, rating, ...changes } = patch
  const isEdit = Object.values(changes).some((value) => value !== undefined)
  if (isEdit) yield* Access.require(principal, "edit-item", { id })
  const title = changes.title === undefined ? {} : { title: changes.title.trim() }
  yield* transaction(
    Effect.gen(function* () {
      if (isEdit) {
        yield* executeOnItem(principal, id, {
          _tag: "Edit",
          changes: { ...changes, ...title },
          expectedVersion
        })
      }
      if (rating !== undefined) yield* recordOpinion(principal, id, { _tag: "Rate", rating })
    })
  ).pipe(Effect.catchTag("VersionConflict", changedAtOnce))
})

/** Edits many items of any kind: what one refuses stops no other. */
export const editItems = Effect.fn("items.editMany")(function* (
  principal: Principal,
  ids: ReadonlyArray<string>,
  changes: ItemChanges
) {
  const store = yield* EventStore
  const wanted = [...new Set(ids)]
  const [first] = wanted
  if (first !== undefined) yield* Access.require(principal, "edit-item", { id: first })
  const visible = new Set((yield* visibleItems(principal, wanted)).map(({ id }) => id))
  const known = wanted.filter((id) => visible.has(id))
  const batchId = uuidv7()
  const outcomes = yield* store.executeMany({
    decider: itemDecider,
    commands: known.map((streamId) => ({ streamId, command: { _tag: "Edit", changes } as const })),
    meta: { ...metaOf(principal), batchId }
  })
  const failed = [
    ...wanted
      .filter((id) => !visible.has(id))
      .map((id) => ({ id, message: new NotFound({ what: "item" }).message })),
    ...outcomes.flatMap((outcome, index) =>
      Either.isLeft(outcome) ? [{ id: known[index]!, message: outcome.left.message }] : []
    )
  ]
  const changed = outcomes.filter((outcome) => Either.isRight(outcome) && outcome.right.length > 0).length
  return { batchId, changed, unchanged: wanted.length - failed.length - changed, failed }
})
