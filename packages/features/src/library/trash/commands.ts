import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { VersionConflict } from "@media/event-store/errors"
import { uuidv7 } from "@media/kernel/Ids"
import { Conflict, NotFound } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, changedMeanwhile } from "../../platform/access/Command.ts"
import { lockRoot } from "../../catalog/files/Records.ts"
import { keyOf } from "../../catalog/files/PathHashes.ts"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import { trashDecider } from "./decider.ts"
import { isFileAt, locationOf } from "./disk.ts"
import { FileNotMovable } from "../../catalog/items/errors.ts"
import { REMOVED_BY_HAND } from "../../catalog/items/ids.ts"
import { purgeItems } from "./purge.ts"
import { entryFor, purgeable, trashEntry } from "./queries.ts"
import { recordBack, settle } from "./settle.ts"
import { removalOf, Removed, removedColumns } from "./removal.ts"

export interface RemoveOptions {
  /**
   * True to move the file and its adjacent files to the trash of their root. If false, the files are kept and scans
   * skip them.
   */
  readonly withFile: boolean
  /** The batch id of the events of all items that one command removes. */
  readonly batchId?: string
}

/** The outcome for one item: true if the item is now in the trash, or the reason as a message for users. */
export type Removal = Either.Either<true, string>

const noFileOfItsOwn = "This item has no file of its own. Remove the item that contains it."

/**
 * Moves items of any kind to the trash in one transaction. If one item is rejected, the others are still moved. The
 * items are hidden from every page when this function returns. A job then moves the files. If a file cannot be moved,
 * the job restores the item and logs the reason. Only administrators may remove items, and only items that they see.
 * All other ids are reported as not found.
 */
export const removeItems = Effect.fn("trash.removeItems")(function* (
  principal: Principal,
  ids: ReadonlyArray<string>,
  { batchId = uuidv7(), withFile }: RemoveOptions
) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const visible = new Set((yield* visibleItems(principal, ids)).map(({ id }) => id))
  for (const id of visible) yield* Access.require(principal, "remove-item", { id })
  const rows = yield* rowsOf(Removed)(sql`
    select ${sql.literal(removedColumns)} from items v join item_files f on f.item_id = v.id
      join library_roots r on r.id = f.root_id where v.id = any(${[...visible]}::uuid[])`)
  const prepared = new Map(
    yield* Effect.forEach(
      rows,
      (row) =>
        Effect.map(
          Effect.either(Effect.catchTag(removalOf(row, withFile), "SqlError", Effect.die)),
          (each) => [row.id, each] as const
        ),
      { concurrency: 4 }
    )
  )
  const commands = rows.flatMap(({ id }) => {
    const command = prepared.get(id)!
    return Either.isRight(command) ? [{ streamId: id, command: command.right }] : []
  })
  const meta = byAccount(principal, batchId)
  const outcomes = yield* transaction(
    Effect.gen(function* () {
      // Takes the same locks as scans. Therefore, a concurrent scan either has already recorded its results, or sees
      // that the item was removed.
      for (const rootId of [...new Set(commands.map(({ command }) => command.rootId))].sort())
        yield* lockRoot(rootId, [])
      const decided = yield* store.executeMany({ decider: trashDecider, commands, meta })
      const trashed = commands
        .filter((_each, n) => Either.isRight(decided[n]!))
        .map(({ streamId }) => streamId)
      yield* sql`
        update scanned_files set scan_result = 'ignored', reason = ${REMOVED_BY_HAND}, entity_id = null, entity_type = null,
               checked_at = now()
        where entity_id = any(${trashed}::uuid[]) and scan_result <> 'missing'`
      // Deletes the records of missing files, so that a file that reappears becomes a new item.
      yield* sql`delete from scanned_files where entity_id = any(${trashed}::uuid[])`
      return decided
    })
  )
  const removed = new Map(commands.map(({ streamId }, n) => [streamId, outcomes[n]!] as const))
  return ids.map((id): Removal => {
    const refusal = prepared.get(id)
    if (refusal === undefined)
      return Either.left(visible.has(id) ? noFileOfItsOwn : new NotFound({ what: "item" }).message)
    if (Either.isLeft(refusal)) return Either.left(refusal.left.reason)
    const outcome = removed.get(id)!
    if (Either.isRight(outcome)) return Either.right(true)
    return Either.left(outcome.left instanceof VersionConflict ? changedMeanwhile : outcome.left.message)
  })
})

/**
 * Moves or deletes an item's files immediately, as the item's last event requires. If the disk does not respond, a job
 * does it later. Returns the reason if the files could not be moved and the item was therefore restored.
 */
export const settleNow = (id: string) =>
  settle(id).pipe(
    Effect.catchAll((cause) =>
      Effect.as(Effect.logWarning("a job will move the files later", { id, cause }), undefined)
    )
  )

/**
 * Removes one item that the caller may see. With `withFile`, its files are usually already in the trash when the
 * function returns.
 */
export const removeItem = Effect.fn("trash.removeItem")(function* (
  principal: Principal,
  id: string,
  options: RemoveOptions
) {
  const [outcome] = yield* removeItems(principal, [id], options)
  if (outcome === undefined) return yield* new NotFound({ what: "item" })
  if (Either.isLeft(outcome)) return yield* new FileNotMovable({ reason: outcome.left })
  const reason = options.withFile ? yield* settleNow(id) : undefined
  if (reason !== undefined) return yield* new FileNotMovable({ reason })
  return yield* trashEntry(principal, id)
})

/** Restores an item and its files. */
export const restoreItem = Effect.fn("trash.restoreItem")(function* (
  principal: Principal,
  id: string,
  meta: EventMeta = byAccount(principal)
) {
  const { path, pathBytes, rootId, rootPath, withFile } = yield* entryFor(principal, id)
  yield* Access.require(principal, "remove-item", { id })
  const store = yield* EventStore
  const relative = Buffer.from(pathBytes)
  yield* transaction(
    Effect.gen(function* () {
      const present = yield* lockRoot(rootId, [relative])
      if (present?.has(keyOf(relative)) !== false)
        return yield* new Conflict({
          reason: `The library now has another item at ${path}. Remove that item first.`
        })
      if (withFile) {
        yield* store.execute({ streamId: id, decider: trashDecider, command: { _tag: "StartRestore" }, meta })
        return
      }
      const isThere = yield* fileCall(() => isFileAt(locationOf(rootPath, relative))).pipe(
        Effect.mapError((cause) =>
          cause instanceof NoAnswer
            ? new FileNotMovable({ reason: `${cause.message}. Is its disk connected?` })
            : new FileNotMovable({ reason: "The folder of the file cannot be read." })
        )
      )
      yield* recordBack(
        { item_id: id, root_id: rootId, path_bytes: pathBytes },
        isThere,
        meta,
        (isPresent) => ({
          _tag: "RecordRestored",
          isPresent
        })
      )
    })
  )
  const reason = withFile ? yield* settleNow(id) : undefined
  if (reason !== undefined) return yield* new FileNotMovable({ reason })
})

/** Permanently deletes one item in the trash and all data about it. */
export const purgeItem = Effect.fn("trash.purgeItem")(function* (principal: Principal, id: string) {
  yield* entryFor(principal, id)
  yield* Access.require(principal, "remove-item", { id })
  const [outcome] = yield* purgeItems([id], {
    isExpired: false,
    meta: byAccount(principal)
  })
  yield* outcome!
  yield* settleNow(id)
})

/** Maximum number of items per transaction. */
const emptiedAtOnce = 1_000

/**
 * Permanently deletes all items in the trash that the caller sees. A job then deletes the files. Returns the number of
 * deleted items.
 */
export const emptyTrash = Effect.fn("trash.empty")(function* (principal: Principal) {
  const meta = byAccount(principal, uuidv7())
  let purged = 0
  for (;;) {
    const ids = yield* purgeable(principal, emptiedAtOnce)
    for (const id of ids.slice(0, 1)) yield* Access.require(principal, "remove-item", { id })
    const outcomes = yield* purgeItems(ids, { isExpired: false, meta })
    const done = outcomes.filter(Either.isRight).length
    purged += done
    if (done === 0 || ids.length < emptiedAtOnce) return purged
  }
})
