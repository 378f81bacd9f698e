import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { changedMeanwhile } from "../../platform/access/Command.ts"
import { markerDecider } from "./decider.ts"

const Id = Schema.Struct({ id: Schema.String })

/** Replaces or removes a tag on all markers, inside the caller's transaction. Does not check permissions. */
export const replaceMarkerTag = Effect.fn("markers.replaceTag")(function* (
  from: string,
  into: string | null,
  meta: EventMeta
) {
  const sql = yield* SqlClient.SqlClient
  const items = yield* rowsOf(Id)(sql`
    select distinct m.item_id as id from marker_tags t join video_markers m on m.id = t.marker_id
    where t.entity_id = ${from}::uuid order by m.item_id`)
  if (items.length === 0) return
  const store = yield* EventStore
  const outcomes = yield* store.executeMany({
    decider: markerDecider,
    commands: items.map(({ id }) => ({ streamId: id, command: { _tag: "ReplaceTag" as const, from, into } })),
    meta
  })
  if (outcomes.some(Either.isLeft)) return yield* new Conflict({ reason: changedMeanwhile })
})
