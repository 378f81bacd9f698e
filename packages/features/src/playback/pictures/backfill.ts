import * as SqlClient from "@effect/sql/SqlClient"
import { exhaustedTargets } from "@media/jobs/Exhausted"
import { rowsOf } from "@media/pg/Rows"
import { earlierReasons } from "@media/pictures/EarlierReasons"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { picturedKinds } from "./kinds.ts"
import { imageThumbnail, pictureOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, kind: Schema.String, path: Schema.String })
const kinds = picturedKinds.map((kind) => `'${kind}'`).join(", ")

/** Images are readable before the picture job, because the picture job also examines images. */
const isReadable = "(v.status = 'ready' or (v.kind = 'image' and v.status in ('arriving', 'failed')))"
const isWaiting = "(v.kind = 'image' and v.status = 'arriving')"

/** True if the picture shows older content of the file and is not an upload. */
const isOutdated = `(p.chosen is distinct from 'upload'
  and (p.size_bytes is distinct from coalesce(f.size_bytes, e.size_bytes)
    or p.mtime_ms is distinct from coalesce(f.mtime_ms, e.crc32)))`

/** True if an earlier version made the picture without examining the image. */
const isUnexamined = `(v.kind = 'image' and p.version is not null
  and not exists (select from image_facts k where k.item_id = v.id))`

/**
 * True for a failure that an earlier version recorded, if the recorded reason may be wrong. For example, the reason may
 * be a damaged file although the decoder was only busy.
 */
const mayHaveBeenBusy = `(p.version is null and p.failure = any(array[${earlierReasons
  .map((reason) => `'${reason}'`)
  .join(", ")}]))`

/** Returns a picture job for each item that matches the condition. If `ids` is undefined, all items are considered. */
const withoutPicture = (condition: string, triggeredBy: string, ids?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const among = ids === undefined ? sql`true` : sql`v.id = any(${[...ids]}::uuid[])`
    const rows = yield* rowsOf(Row)(sql`
      select v.id, v.kind::text as kind, coalesce(f.path, e.name) as path
      from items v left join item_files f on f.item_id = v.id left join archive_entries e on e.item_id = v.id
        left join item_pictures p on p.item_id = v.id
      where v.kind in (${sql.literal(kinds)}) and ${sql.literal(isReadable)} and ${sql.literal(condition)} and ${among}
      order by v.created_at, v.id limit 100000`)
    return rows.map(({ id, kind, path }) => pictureOf({ id, kind, label: path, triggeredBy }))
  })

/**
 * Returns a job for each item without a picture of its current content. Includes failed items, and images that were not
 * examined.
 */
export const itemsToPicture = withoutPicture(
  `(p.version is null or ${isOutdated} or ${isUnexamined})`,
  "manual"
)

const isNeverPictured = `(p.item_id is null or (p.version is null and p.failure is null) or ${isOutdated} or ${isUnexamined} or ${isWaiting})`

/**
 * Returns the same jobs as `itemsToPicture`, but without failed items. These items were added before the server could
 * make pictures, or their job was lost. Files on which an earlier version gave up because of a time limit are tried
 * once more. If they fail again, this version records its own reason, so they are not tried a third time.
 */
export const itemsNeverPictured = withoutPicture(`(${isNeverPictured} or ${mayHaveBeenBusy})`, "system")

/**
 * Returns a job for each item whose job gave up for a reason that may be gone, such as a full disk or a file that could
 * not be opened.
 */
export const itemsToPictureAgain = Effect.flatMap(exhaustedTargets({ queue: imageThumbnail.name }), (ids) =>
  withoutPicture(isNeverPictured, "system", ids)
)
