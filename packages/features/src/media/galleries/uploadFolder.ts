import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { galleryReads } from "./queries.ts"
import { UploadRefused } from "../../library/uploads/errors.ts"

const Row = Schema.Struct({ root_id: Schema.String, path: Schema.String, is_text: Schema.Boolean })

const refuse = (message: string) => new UploadRefused({ status: 403, code: "folder_not_writable", message })

/**
 * Returns the folder for an image that is uploaded to a gallery. The caller must see the gallery and be allowed to
 * upload to its library.
 */
export const galleryFolder = Effect.fn("uploads.galleryFolder")(function* (principal: Principal, id: string) {
  const gallery = yield* galleryReads.get(principal, id)
  yield* Access.require(principal, "upload", { id: gallery.libraryId })
  if (!gallery.isDerived)
    return yield* refuse("This gallery is an archive, and the server never changes archives.")
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Row)(sql`
    select root_id, path, path_bytes is null as is_text from item_files where item_id = ${id} and is_folder`)
  if (Option.isNone(found)) return yield* refuse("This gallery has no folder for uploads.")
  const { is_text, path, root_id } = found.value
  if (!is_text)
    return yield* refuse(
      "The name of this gallery's folder is not valid UTF-8. Copy the file there in another way."
    )
  return { rootId: root_id, folder: path }
})
