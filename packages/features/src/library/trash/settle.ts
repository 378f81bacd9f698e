import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { rowOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isConnected } from "../../catalog/files/Connected.ts"
import { lockRoot } from "../../catalog/files/Records.ts"
import { keyOf } from "../../catalog/files/PathHashes.ts"
import { fileCall } from "@media/disk/FileCalls"
import { trashDecider, type TrashCommand } from "./decider.ts"
import { bringBack, emptyOf, fileAway, isFileAt, locationOf, reasonOf } from "./disk.ts"
import { REMOVED_BY_HAND } from "../../catalog/items/ids.ts"

const Row = Schema.Struct({
  item_id: Schema.String,
  root_id: Schema.String,
  root_path: Schema.NullOr(Schema.String),
  path: Schema.String,
  path_bytes: Schema.Uint8ArrayFromSelf,
  state: Schema.Literal("moving", "there", "kept", "restoring", "emptying"),
  files: Schema.Array(Schema.String),
  title: Schema.NullOr(Schema.String),
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number)
})
type Row = typeof Row.Type

const namesOf = ({ files }: Row) => files.map((name) => Buffer.from(name, "base64"))

const ofServer: EventMeta = { cause: "trash" }

const record = (itemId: string, command: TrashCommand, meta = ofServer) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: trashDecider, command, meta })
  )

const forgetRecord = ({ path_bytes, root_id }: Pick<Row, "path_bytes" | "root_id">) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      delete from scanned_files where root_id = ${root_id} and reason = ${REMOVED_BY_HAND}
        and path_hash = substr(sha256(${Buffer.from(path_bytes)}), 1, 16)`
  )

/**
 * Records that an item is restored, or missing if another item has taken its location. Scans of the root wait.
 */
export const recordBack = Effect.fn("trash.recordBack")(function* (
  row: Pick<Row, "item_id" | "root_id" | "path_bytes">,
  isThere: boolean,
  meta: EventMeta,
  command: (isPresent: boolean) => TrashCommand
) {
  const relative = Buffer.from(row.path_bytes)
  const present = yield* lockRoot(row.root_id, [relative])
  const isPresent = isThere && present !== undefined && !present.has(keyOf(relative))
  yield* record(row.item_id, command(isPresent), meta)
  yield* forgetRecord(row)
})

const move = (row: Row, root: string) =>
  Effect.gen(function* () {
    const location = locationOf(root, Buffer.from(row.path_bytes))
    const filed = yield* Effect.either(
      fileCall(() =>
        fileAway(location, {
          itemId: row.item_id,
          title: row.title ?? "",
          path: row.path,
          size: row.size_bytes ?? -1,
          mtimeMs: row.mtime_ms ?? -1,
          files: namesOf(row)
        })
      )
    )
    if (filed._tag === "Right") {
      yield* record(row.item_id, {
        _tag: "RecordFiled",
        files: filed.right.map((name) => name.toString("base64"))
      })
      yield* forgetRecord(row)
      return undefined
    }
    const code = (filed.left as NodeJS.ErrnoException).code
    const reason = code === "ENOENT" || code === "ENOTDIR" ? undefined : reasonOf(filed.left)
    if (reason === undefined) return yield* Effect.fail(filed.left)
    const isThere = yield* fileCall(() => isFileAt(location))
    yield* recordBack(row, isThere, ofServer, (isPresent) => ({ _tag: "RecordNotMoved", reason, isPresent }))
    return reason
  })

const restore = (row: Row, root: string) =>
  Effect.gen(function* () {
    const location = locationOf(root, Buffer.from(row.path_bytes))
    const back = yield* Effect.either(fileCall(() => bringBack(location, row.item_id, namesOf(row))))
    if (back._tag === "Right") {
      yield* recordBack(row, back.right, ofServer, (isPresent) => ({ _tag: "RecordRestored", isPresent }))
      return undefined
    }
    const reason = reasonOf(back.left)
    if (reason === undefined) return yield* Effect.fail(back.left)
    yield* record(row.item_id, { _tag: "RecordFiled", files: row.files })
    return reason
  })

const notConnected = Effect.fail(
  Object.assign(new Error("The disk of this folder is not connected."), { code: "ENODEV" })
)

const empty = (row: Row, root: string) =>
  Effect.gen(function* () {
    // Fail if the disk is disconnected. Otherwise its files would stay on the disk forever.
    if (row.root_id !== null && !(yield* isConnected(row.root_id, root))) return yield* notConnected
    yield* fileCall(() => emptyOf(root, row.item_id))
    yield* record(row.item_id, { _tag: "RecordEmptied" })
    return undefined
  })

/**
 * Does the pending file operation of an item in the trash: moves its files to the trash, restores them or deletes them.
 * If the files cannot be moved, cancels the operation and returns the reason as a message for users. The row stays
 * locked meanwhile, so only one process at a time moves the files. The lock is held only briefly, because a move just
 * renames a few files within one file system.
 */
export const settle = Effect.fn("trash.settle")((itemId: string) =>
  transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* rowOf(Row)(sql`
        select t.item_id, t.root_id, r.path as root_path, t.path, t.path_bytes, t.state, t.files, v.title,
               f.size_bytes, f.mtime_ms
        from trashed_items t left join library_roots r on r.id = t.root_id left join items v on v.id = t.item_id
          left join item_files f on f.item_id = t.item_id
        where t.item_id = ${itemId} for update of t`)
      if (Option.isNone(found)) return undefined
      const row = found.value
      if (row.root_path === null) {
        // The folder no longer belongs to a library, so its files are not touched.
        if (row.state === "emptying") yield* record(itemId, { _tag: "RecordEmptied" })
        return undefined
      }
      if (row.state === "moving") return yield* move(row, row.root_path)
      if (row.state === "restoring") return yield* restore(row, row.root_path)
      return row.state === "emptying" ? yield* empty(row, row.root_path) : undefined
    })
  )
)
