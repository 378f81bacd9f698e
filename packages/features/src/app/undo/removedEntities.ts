import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SelectedStream } from "./selected.ts"

const Row = Schema.Struct({ streamId: Schema.String, position: Schema.Number })

/**
 * Adds the removals of entities that were deleted when a selected event removed them from their last item. The added
 * removals are undone first, because items can be related only to existing entities.
 */
export const withRemovedEntities = Effect.fn("undo.withRemovedEntities")(function* (
  streams: ReadonlyArray<SelectedStream>
) {
  const positions = streams.flatMap((stream) => (stream.target === "item" ? stream.positions : []))
  if (positions.length === 0) return streams
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select distinct on (r.stream_id) r.stream_id as "streamId", r.position
    from events u join events r on r.stream_id = (u.data->>'to')::uuid and r.position > u.position
    where u.position = any(${positions as Array<number>}::bigint[]) and u.type = 'item.unrelated.v1'
      and r.type = 'related.removed.v1' and r.meta->>'batchId' = u.meta->>'batchId'
      and not exists (select from related_entities e where e.id = r.stream_id)
    order by r.stream_id, r.position desc`)
  const known = new Set(streams.map(({ streamId }) => streamId))
  return [
    ...rows
      .filter(({ streamId }) => !known.has(streamId))
      .map(({ position, streamId }): SelectedStream => ({
        ...{ streamId, target: "entity", targetId: streamId, positions: [position] },
        ...{ isForeign: false, command: null }
      })),
    ...streams
  ]
})
