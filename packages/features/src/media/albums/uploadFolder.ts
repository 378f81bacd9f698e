import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { albumReads } from "./queries.ts"
import { UploadRefused } from "../../library/uploads/errors.ts"

const Row = Schema.Struct({ root_id: Schema.String, path: Schema.String, is_text: Schema.Boolean })

const refuse = (message: string) => new UploadRefused({ status: 403, code: "folder_not_writable", message })

/**
 * Returns the folder for a track that is uploaded to an album, which is the folder of the last track on the last disc.
 * The caller must see the album and be allowed to upload to its library. The tags of the new track decide whether the
 * track then belongs to the album.
 */
export const albumFolder = Effect.fn("uploads.albumFolder")(function* (principal: Principal, id: string) {
  const album = yield* albumReads.get(principal, id)
  yield* Access.require(principal, "upload", { id: album.libraryId })
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Row)(sql`
    select f.root_id, f.path, f.path_bytes is null as is_text from items v join item_files f on f.item_id = v.id
    where v.parent_id = ${id} and v.kind = 'track' and v.library_id = ${album.libraryId} and f.is_present
    order by v.ordinal desc, v.id limit 1`)
  if (Option.isNone(found))
    return yield* refuse("All tracks of this album are missing, so its folder is unknown.")
  const { is_text, path, root_id } = found.value
  if (!is_text)
    return yield* refuse(
      "The name of this album's folder is not valid UTF-8. Copy the file there in another way."
    )
  return { rootId: root_id, folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))) }
})
