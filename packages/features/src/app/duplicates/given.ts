import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import { markerDecider } from "../../playback/markers/decider.ts"

const EditedTitle = Schema.Struct({ id: Schema.String, title: Schema.String, isEdited: Schema.Boolean })

/** Returns the titles of items. `isEdited` is true if a user edited the title. */
export const titlesOf = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(EditedTitle)(sql`
      select v.id, v.title, coalesce(s.stated -> 'title' ? 'user', false) as "isEdited"
      from items v left join item_sources s on s.item_id = v.id where v.id = any(${ids as Array<string>}::uuid[])`)
  )

const Marker = Schema.Struct({
  markerId: Schema.String,
  itemId: Schema.String,
  title: Schema.String,
  start: Schema.Number,
  end: Schema.NullOr(Schema.Number),
  tags: Schema.Array(Schema.String)
})
type Marker = typeof Marker.Type

const markersOf = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Marker)(sql`
      select id as "markerId", item_id as "itemId", title, start_seconds as start, end_seconds as end,
        array(select t.entity_id::text from marker_tags t where t.marker_id = m.id order by t.entity_id) as tags
      from video_markers m where item_id = any(${ids as Array<string>}::uuid[]) order by start_seconds, id`)
  )

/** Two markers with the same title mark the same scene if they start at most this many seconds apart. */
const SAME_SCENE_SECONDS = 2

const isSameScene = (a: Pick<Marker, "title" | "start">, b: Pick<Marker, "title" | "start">) =>
  a.title.toLocaleLowerCase("en") === b.title.toLocaleLowerCase("en") &&
  Math.abs(a.start - b.start) <= SAME_SCENE_SECONDS

/** Copies markers of the other items to the kept item, except markers after its end. Returns the new markers. */
export const giveMarkers = (keepId: string, fromIds: ReadonlyArray<string>, meta: EventMeta) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const all = yield* markersOf([keepId, ...fromIds])
    const kept: Array<Omit<Marker, "itemId">> = all.filter(({ itemId }) => itemId === keepId)
    const given: Array<Omit<Marker, "itemId" | "tags">> = []
    for (const { end, itemId, start, tags, title } of all) {
      const marker = { markerId: randomUUID(), title, start, end }
      if (itemId === keepId || kept.some((one) => isSameScene(one, marker))) continue
      const isAdded = yield* store
        .execute({
          streamId: keepId,
          decider: markerDecider,
          command: { _tag: "Add", ...marker, tags },
          meta
        })
        .pipe(
          Effect.as(true),
          // Skip the marker if it is after the end of the kept item, or if the item already has 1,000 markers.
          Effect.catchTag("Invalid", "Conflict", () => Effect.succeed(false))
        )
      if (!isAdded) continue
      kept.push({ ...marker, tags })
      given.push(marker)
    }
    return given
  })
