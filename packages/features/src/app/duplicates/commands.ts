import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { isUuid, uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, orConflict } from "../../platform/access/Command.ts"
import { isOwnBatch } from "../../catalog/items/ownBatch.ts"
import { removeItems, settleNow } from "../../library/trash/commands.ts"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import { requireAlike } from "./alike.ts"
import type { Resolution } from "./contract.ts"
import { duplicateDecider, type DuplicateCommand } from "./decider.ts"
import { requireKeeper } from "./keeperFile.ts"
import { takeOver } from "./merge.ts"

const record = (id: string, command: DuplicateCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: id, decider: duplicateDecider, command, meta })
  )

/** Fails unless the caller may see and edit all of the items. Returns the ids and kinds of the items. */
const requireVisible = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const visible = yield* visibleItems(principal, ids)
    if (visible.length < new Set(ids).size) return yield* new NotFound({ what: "item" })
    for (const id of ids.slice(0, 1)) yield* Access.require(principal, "edit-item", { id })
    return visible
  })

/** Records that these items are not duplicates of each other. Returns the id of the dismissal. */
export const dismissDuplicates = Effect.fn("duplicates.dismiss")(function* (
  principal: Principal,
  itemIds: ReadonlyArray<string>
) {
  yield* requireVisible(principal, itemIds)
  const dismissalId = uuidv7()
  const meta = byAccount(principal)
  yield* record(dismissalId, { _tag: "Dismiss", itemIds: [...new Set(itemIds)] }, meta).pipe(
    Effect.catchTag("VersionConflict", Effect.die),
    Effect.catchTag("NotFound", Effect.die)
  )
  return { dismissalId }
})

export const revokeDismissal = Effect.fn("duplicates.revoke")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "decision" })
  const meta = byAccount(principal)
  yield* record(id, { _tag: "Revoke" }, meta).pipe(orConflict)
})

/**
 * Keeps one item and moves the other items to the trash. Details that the kept item lacks are first merged into it from
 * the other items. An item that cannot be moved remains in the library and is listed in `failed`. The details that were
 * merged from such an item also remain in the kept item. Undo removes all merged details.
 */
export const resolveDuplicates = Effect.fn("duplicates.resolve")(function* (
  principal: Principal,
  { batchId: given, deleteFile = false, keepId, removeIds }: Resolution
) {
  if (removeIds.includes(keepId)) {
    const message = "must not contain the item to keep"
    return yield* new Invalid({ reason: `removeIds: ${message}`, fields: [{ path: "removeIds", message }] })
  }
  const others = [...new Set(removeIds)]
  const all = [keepId, ...others]
  const kinds = new Set((yield* requireVisible(principal, all)).map(({ kind }) => kind))
  yield* requireAlike(principal, all, kinds)
  if (deleteFile) yield* requireKeeper(keepId, others)
  const resolutionId = uuidv7()
  const batchId = given !== undefined && (yield* isOwnBatch(principal, given)) ? given : resolutionId
  const meta = byAccount(principal, batchId)
  yield* transaction(
    Effect.gen(function* () {
      const taken = yield* takeOver(keepId, others, meta)
      yield* record(resolutionId, { _tag: "Resolve", keepId, removedIds: others, taken }, meta)
    })
  ).pipe(orConflict)
  const outcomes = yield* removeItems(principal, others, { withFile: deleteFile, batchId })
  // Wait until the files are in the trash, because an item cannot be restored before its file was moved.
  const told = yield* Effect.forEach(others, (id, n) => {
    const outcome = outcomes[n]!
    if (Either.isLeft(outcome)) return Effect.succeed([{ id, message: outcome.left }])
    if (!deleteFile) return Effect.succeed([])
    return Effect.map(settleNow(id), (reason) => (reason === undefined ? [] : [{ id, message: reason }]))
  })
  const failed = told.flat()
  return { resolutionId, batchId, removed: others.length - failed.length, failed }
})
