import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../../MediaKind.ts"
import { groupReads } from "../../catalog/items/groupReads.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Chapter, Gallery } from "./contract.ts"
import { isSeenWhole } from "./comics.ts"
import { galleryKind } from "./kind.ts"

const reads = groupReads(galleryKind.kind)

const ChapterRow = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  imageId: Schema.String,
  imageIndex: Schema.Number
})
const NoteRow = Schema.Struct({ note: Schema.NullOr(Schema.String) })

/** Returns the chapters of a gallery, except chapters whose first image is hidden from the caller. */
const chaptersOf = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    return yield* rowsOf(ChapterRow)(sql`
      select c.id::text, c.title, v.id::text as "imageId", (
          select count(*)::int from items b where b.parent_id = ${id} and b.kind = 'image'
            and (b.ordinal, b.id) < (v.ordinal, v.id) and b.library_id = v.library_id
            and ${visibility.inVisibleLibrary("b")}) as "imageIndex"
      from item_groups g cross join lateral jsonb_to_recordset(g.chapters) as c(id uuid, title text, "itemId" uuid)
        join items v on v.id = c."itemId" and v.parent_id = g.item_id
      where g.item_id = ${id} and ${visibility.items("v")} order by v.ordinal, v.id`)
  })

/**
 * Returns the chapters of a gallery in the order of its images. Fails with `NotFound` if the caller may not see the
 * gallery.
 */
export const listChapters = Effect.fn("galleries.chapters")(function* (principal: Principal, id: string) {
  yield* reads.get(principal, id)
  return yield* chaptersOf(principal, id)
})

/** Returns one chapter. A hidden chapter is reported as not found. */
export const findChapter = (principal: Principal, id: string, chapterId: string) =>
  Effect.flatMap(chaptersOf(principal, id), (chapters): Effect.Effect<Chapter, NotFound> => {
    const found = chapters.find((chapter) => chapter.id === chapterId)
    return found === undefined ? new NotFound({ what: "chapter" }) : Effect.succeed(found)
  })

/** The queries for lists of galleries and for a single gallery. */
export const galleryReads = {
  kind: reads.kind,
  list: reads.list,
  get: (principal: Principal, id: string) =>
    Effect.gen(function* () {
      const row = yield* reads.get(principal, id)
      const sql = yield* SqlClient.SqlClient
      const [group] = yield* rowsOf(NoteRow)(sql`select note from item_groups where item_id = ${id}`)
      return {
        ...row,
        sourceUrl:
          row.isDerived || !(yield* isSeenWhole(principal, row.id)) ? null : bytesUrl(galleryKind, row.id),
        note: group?.note ?? null,
        chapters: yield* chaptersOf(principal, id)
      } satisfies Gallery
    })
}
