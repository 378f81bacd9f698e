import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import type { UndoTarget } from "../../EventUndo.ts"
import { commandUndoOf, eventUndoOf, targetFields, undoableTags } from "../history/undoables.ts"

const Row = Schema.Struct({
  position: Schema.Number,
  streamId: Schema.String,
  type: Schema.String,
  actor: Schema.NullOr(Schema.String),
  accountId: Schema.NullOr(Schema.String),
  targetId: Schema.NullOr(Schema.String)
})

/** The events to undo in one stream. */
export interface SelectedStream {
  readonly streamId: string
  readonly target: UndoTarget
  /** Id of the target, or null if the change has no target, such as a change to settings. */
  readonly targetId: string | null
  readonly positions: ReadonlyArray<number>
  /** True for the state of a different account. The report does not contain values of such a stream. */
  readonly isForeign: boolean
  /** Event type whose command undoes the events, or null if the events are undone by restoring values. */
  readonly command: string | null
}

export type Selection =
  | { readonly eventPosition: number }
  | { readonly batchId: string }
  /** All automatic changes of a rule that have not been undone yet. */
  | { readonly rule: string }
  /** All events of these streams after a position. */
  | { readonly streamIds: ReadonlyArray<string>; readonly since: number }

const uuid = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'"

/**
 * Returns true if the caller may undo an event. All accounts may undo changes to their own state. Administrators may
 * also undo changes to the library. If an action of an administrator, such as a merge, also changed the state of other
 * accounts, the administrator may undo these changes as part of the batch.
 */
const mayUndo = (principal: Principal, { accountId, actor, type }: typeof Row.Type, isBatch: boolean) => {
  if (eventUndoOf(type)?.isPrivate !== true) return Access.can(principal, "undo")
  if (accountId === principal.accountId) return true
  return isBatch && actor === principal.accountId && Access.can(principal, "undo")
}

/**
 * Returns the selected events that the caller may undo, grouped by stream. The stream that changed last comes first.
 */
export const selectStreams = Effect.fn("undo.select")(function* (principal: Principal, selection: Selection) {
  const sql = yield* SqlClient.SqlClient
  const isBatch = "batchId" in selection || "rule" in selection
  const wanted =
    "batchId" in selection
      ? sql`e.meta ? 'batchId' and e.meta->>'batchId' = ${selection.batchId}`
      : "rule" in selection
        ? sql`e.meta ? 'rule' and e.meta->>'rule' = ${selection.rule} and undone_by(e.stream_id, e.position) is null`
        : "since" in selection
          ? sql`e.stream_id = any(${selection.streamIds as Array<string>}::uuid[]) and e.position > ${selection.since}`
          : sql`e.position = ${selection.eventPosition}`
  const rows = yield* rowsOf(Row)(sql`
    select e.position, e.stream_id as "streamId", e.type, e.meta->>'actor' as actor, e.data->>'accountId' as "accountId",
      case when t.field is null then e.stream_id
           when e.data->>t.field ~ ${sql.literal(uuid)} then (e.data->>t.field)::uuid end as "targetId"
    from events e cross join lateral (select ${targetFields}::jsonb ->> e.type as field) t
    where ${wanted} and e.type = any(${undoableTags as Array<string>}::text[])
    order by e.position desc`)
  const streams = new Map<string, SelectedStream>()
  for (const row of rows) {
    if (!mayUndo(principal, row, isBatch)) continue
    const command = commandUndoOf(row.type)
    const target = command?.target ?? eventUndoOf(row.type)?.target ?? "settings"
    const key = `${row.streamId} ${target} ${command === undefined ? "" : row.type}`
    const known = streams.get(key)
    streams.set(key, {
      ...{ streamId: row.streamId, target, targetId: row.targetId },
      positions: [...(known?.positions ?? []), row.position],
      isForeign: eventUndoOf(row.type)?.isPrivate === true && row.accountId !== principal.accountId,
      command: command === undefined ? null : row.type
    })
  }
  return revivedFirst([...streams.values()], rows)
})

const ends = new Set(["related.removed.v1", "related.merged.v1"])

/**
 * Moves the streams of removed and merged entities before the stream of the first item. Items can be related only to
 * existing entities, but a batch may have changed items after it removed entities. All other streams keep their order.
 */
const revivedFirst = (
  streams: ReadonlyArray<SelectedStream>,
  rows: ReadonlyArray<typeof Row.Type>
): ReadonlyArray<SelectedStream> => {
  const first = streams.findIndex(({ target }) => target === "item")
  if (first < 0) return streams
  const ended = new Set(rows.filter(({ type }) => ends.has(type)).map(({ streamId }) => streamId))
  const later = streams.slice(first)
  const isRevived = ({ streamId, target }: SelectedStream) => target === "entity" && ended.has(streamId)
  return [
    ...streams.slice(0, first),
    ...later.filter(isRevived),
    ...later.filter((stream) => !isRevived(stream))
  ]
}
