import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RelatedTagged, RelatedUntagged } from "./events.ts"
import type { EntityTag } from "./tags.ts"

const Tagged = Schema.Struct({ id: Uuid, tagId: Uuid, source: Schema.String })
const Untagged = Schema.Struct({ id: Uuid, tagId: Uuid })

/** Adds tags to entities. Tags that no longer exist are omitted. */
export const addTagRows = (all: ReadonlyArray<EntityTag & { readonly id: string }>) =>
  Effect.gen(function* () {
    if (all.length === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into related_tags (entity_id, tag_id, source)
      select x.id, t.id, x.source from ${recordset(Tagged, all).from} join related_entities t on t.id = x.tag_id
      on conflict (entity_id, tag_id) do update set source = excluded.source`
  })

export const tagged = (events: ReadonlyArray<Recorded<typeof RelatedTagged.Type>>) =>
  addTagRows(events.map(({ event: { source, tagId }, streamId }) => ({ id: streamId, tagId, source })))

export const untagged = (events: ReadonlyArray<Recorded<typeof RelatedUntagged.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = recordset(
      Untagged,
      events.map(({ event: { tagId }, streamId }) => ({ id: streamId, tagId }))
    )
    yield* sql`delete from related_tags r using ${rows.from} where r.entity_id = x.id and r.tag_id = x.tag_id`
  })
