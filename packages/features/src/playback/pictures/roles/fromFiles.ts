import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { isSameJson } from "@media/kernel/Json"
import { NotReady } from "@media/kernel/Errors"
import { pinFile } from "@media/media-tools/PinnedFile"
import { rowsOf } from "@media/pg/Rows"
import { pictureOfImage } from "@media/pictures/MakePicture"
import { type PictureRole, pictureRoles } from "@media/pictures/PictureSet"
import { PictureStore } from "@media/pictures/PictureStore"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { RolePicture } from "../events.ts"
import { describedPicture, setRolePicture } from "./record.ts"

const Row = Schema.Struct({
  role: Schema.Literal(...pictureRoles),
  root: Schema.NullOr(Schema.String),
  found: Schema.NullOr(RolePicture.fields.file.from),
  recorded: Schema.NullOr(RolePicture.fields.file.from)
})
type Row = typeof Row.Type

/**
 * Returns two files for each role: the picture file that is next to the item now, and the file from which the recorded
 * picture was made.
 */
const filesOf = (itemId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Row)(sql`
      select x.role, r.path as root, case when r.id is not null then jsonb_build_object('rootId', a.file -> 'rootId',
        'path', a.file -> 'path', 'size', a.file -> 'size', 'mtimeMs', a.file -> 'mtimeMs') end as found, p.file as recorded
      from unnest(${[...pictureRoles]}::text[]) as x(role)
        cross join lateral (select (select s.shown -> 'artwork' -> x.role from item_sources s where s.item_id = ${itemId}) as file) a
        left join library_roots r on r.id = (a.file ->> 'rootId')::uuid
        left join item_role_pictures p on p.item_id = ${itemId} and p.role = x.role and p.source = 'file'`)
  )

/** Makes a picture from a file. Undefined if the file is damaged or cannot be opened. */
const madeFrom = (itemId: string, role: PictureRole, root: string, path: string) =>
  Effect.scoped(
    Effect.flatMap(pinFile(root, Buffer.from(`${root}/${path}`)), (file) =>
      pictureOfImage(file.path.toString(), true, role === "logo")
    )
  ).pipe(
    Effect.tap((set) => Effect.flatMap(PictureStore, (store) => store.write(itemId, set, role))),
    Effect.catchTags({
      NoPicture: ({ reason }) => unmade(itemId, role, reason),
      FileUnopenable: ({ reason }) => unmade(itemId, role, reason)
    })
  )

const unmade = (itemId: string, role: PictureRole, reason: string) =>
  Effect.as(Effect.logInfo("A picture next to an item cannot be shown", { itemId, role, reason }), undefined)

/** Makes the backdrop and the logo of an item from the files next to it, if these files changed. */
export const followRoleFiles = Effect.fn("pictures.followRoleFiles")(function* (
  itemId: string,
  meta: EventMeta
) {
  const changed = (yield* filesOf(itemId)).filter(({ found, recorded }) => !isSameJson(found, recorded))
  for (const { found, role, root } of changed) {
    const set = found === null || root === null ? undefined : yield* madeFrom(itemId, role, root, found.path)
    const picture = set === undefined || found === null ? null : describedPicture(set, found)
    yield* setRolePicture(itemId, role, "file", picture, meta)
  }
})

/** Regenerates the sizes of a recorded picture from its file. Undefined if the file is missing or damaged. */
export const renewFromFile = (role: PictureRole) => (itemId: string) =>
  Effect.gen(function* () {
    const { found, root } = (yield* filesOf(itemId)).find((each) => each.role === role) ?? {}
    if (found == null || root == null) return undefined
    const set = yield* madeFrom(itemId, role, root, found.path)
    if (set === undefined) return undefined
    yield* setRolePicture(itemId, role, "file", describedPicture(set, found), { cause: "web" })
    return { version: set.version, width: set.width }
  }).pipe(
    whileWaiting,
    Effect.catchIf(
      (error): error is Exclude<typeof error, NotReady> => !(error instanceof NotReady),
      (error) =>
        Effect.as(
          Effect.logWarning("A missing picture could not be regenerated", { itemId, error }),
          undefined
        )
    )
  )
