import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { UndecodableEvent } from "./errors.ts"
import type { EventMeta, Recorded } from "./Event.ts"
import type { Registry } from "./EventRegistry.ts"

/** A row of the table `events`, as returned by the driver. */
export const EventRow = Schema.Struct({
  position: Schema.Number,
  xid: Schema.String,
  stream_id: Schema.String,
  version: Schema.Number,
  type: Schema.String,
  data: Schema.Unknown,
  meta: Schema.Unknown,
  at: Schema.DateFromSelf
})
export type EventRow = typeof EventRow.Type

export const eventColumns = "position, xid::text as xid, stream_id, version, type, data, meta, at"

export const decodeRow = (registry: Registry, row: EventRow): Either.Either<Recorded, UndecodableEvent> =>
  Either.mapBoth(registry.decode(row.type, row.data), {
    onLeft: (reason) => new UndecodableEvent({ position: row.position, type: row.type, reason }),
    onRight: (event) => ({
      position: row.position,
      streamId: row.stream_id,
      version: row.version,
      event,
      meta: metaOf(row.meta),
      at: row.at
    })
  })

const isPositions = (value: unknown): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.every((each) => typeof each === "number")

/** Converts stored metadata. Ignores unknown fields and fields of the wrong type. */
const metaOf = (meta: unknown): EventMeta => {
  const { actor, address, batchId, cause, follows, requestId, rule, undoes, undoesBatch } = Object(
    meta
  ) as Readonly<Record<keyof EventMeta, unknown>>
  return {
    ...(typeof actor === "string" ? { actor } : {}),
    ...(typeof cause === "string" ? { cause } : {}),
    ...(typeof requestId === "string" ? { requestId } : {}),
    ...(typeof address === "string" ? { address } : {}),
    ...(typeof batchId === "string" ? { batchId } : {}),
    ...(follows === true ? { follows } : {}),
    ...(isPositions(undoes) ? { undoes } : {}),
    ...(typeof undoesBatch === "string" ? { undoesBatch } : {}),
    ...(typeof rule === "string" ? { rule } : {})
  }
}
