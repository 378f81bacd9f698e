import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { MarkerAdded, MarkerChanged, type MarkerEvent } from "./events.ts"

type Projected = MarkerEvent | typeof LibraryItemsForgotten.Type

const AddedRow = Schema.Struct({ ...recordedFields, ...MarkerAdded.omit("tags").fields })
const ChangedRow = MarkerChanged.omit("tags")
const TagsRow = Schema.Struct({ markerId: Uuid, tags: Schema.Array(Uuid) })
const timeColumns = { start: "start_seconds", end: "end_seconds" }
const key = ["markerId"] as const

/** Replaces the tags of existing markers. If a batch contains several events of one marker, the last event counts. */
const setTags = (events: ReadonlyArray<Recorded<typeof MarkerAdded.Type | typeof MarkerChanged.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const last = new Map(events.map(({ event }) => [event.markerId, event.tags ?? []]))
    const tagged = [...last].map(([markerId, tags]) => ({ markerId, tags: [...new Set(tags)] }))
    yield* removeTags([...last.keys()])
    if (tagged.every(({ tags }) => tags.length === 0)) return
    const rows = recordset(TagsRow, tagged)
    yield* sql`
      insert into marker_tags (marker_id, entity_id)
      select m.id, tag from ${rows.from} join video_markers m on m.id = x.marker_id cross join lateral unnest(x.tags) tag`
  })
const removeTags = (markerIds: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from marker_tags where marker_id = any(${markerIds as Array<string>}::uuid[])`
  )

/** The markers of existing videos and tracks. */
export const markersProjection = projection<Projected>({
  name: "markers",
  tables: ["video_markers", "marker_tags"],
  handlers: {
    "marker.added.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const columns = { ...timeColumns, markerId: "id", id: "item_id", at: "created_at" }
        const rows = recordset(AddedRow, events.map(recordedRow), { columns })
        yield* sql`
          insert into video_markers (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v`
        yield* setTags(events)
      }),
    "marker.changed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(ChangedRow, events.map(recordedRow), { key, columns: timeColumns })
        yield* sql`
          update video_markers m set ${rows.assignments} from ${rows.from} where m.id = x.marker_id`
        yield* setTags(events)
      }),
    "marker.removed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.map(({ event }) => event.markerId)
        yield* removeTags(ids)
        yield* sql`delete from video_markers where id = any(${ids}::uuid[])`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.flatMap(({ event }) => event.itemIds)
        yield* sql`
          delete from marker_tags t using video_markers m where m.id = t.marker_id and m.item_id = any(${ids}::uuid[])`
        yield* sql`delete from video_markers where item_id = any(${ids}::uuid[])`
      })
  }
})
