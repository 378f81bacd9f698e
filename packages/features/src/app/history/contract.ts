import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok } from "@media/wire/Envelope"
import { QueryBoolean, SafeText } from "@media/wire/Query"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailInvalid } from "@media/wire/WireError"
import { limits as queryLimits } from "@media/query/Tree"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { historyKinds } from "../../EventHistory.ts"

/** Value of the actor filter that selects actions of the server itself. */
export const theServer = "server"
/** Value of the actor filter that selects actions of people who were not signed in, such as failed sign-ins. */
export const strangers = "someone"

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

export const HistoryEntry = Schema.Struct({
  /** Position in the log. Newer events have higher positions. */
  position: Schema.Int,
  at: Timestamp,
  /** Name of the event type. Names of event types never change. */
  type: Schema.String,
  kind: Schema.Literal(...historyKinds),
  /**
   * The rest of a sentence that starts with the actor's name. Clients replace `{target}` with `target`, or with `count`
   * if the action changed several objects.
   */
  sentence: Schema.String,
  /**
   * The actor, with the name at that time. Null if the server or a person who was not signed in caused the event (see
   * `byStranger`).
   */
  actor: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String) })),
  /** True if the actor was not signed in. */
  byStranger: Schema.Boolean,
  /** IP address of the client. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  target: Schema.NullOr(
    Schema.Struct({
      kind: Schema.Literal("account", "library", "item", "entity"),
      id: Uuid,
      /** Name of the target at that time. For items and entities, the current name. */
      name: Schema.NullOr(Schema.String),
      itemKind: Schema.NullOr(ItemKind),
      /** True if the target still exists and can be opened. */
      exists: Schema.Boolean
    })
  ),
  /** Number of objects that the action changed. 10,001 means more than 10,000. */
  count: Schema.Int,
  /** The changed values. `from` is null if the log does not contain the previous value. Secrets are never logged. */
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value })),
  /** The cause, such as `web`, `undo`, `scan` or `job`. */
  cause: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Uuid),
  /** True if the change can be undone. Undo a batch by its `batchId`, and any other change by its `position`. */
  isUndoable: Schema.Boolean,
  /** The reason why the change cannot be undone, as a message for users. Null if the change can be undone. */
  whyNot: Schema.NullOr(Schema.String),
  /** Position of the event that undid the change. */
  undoneBy: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

const HistoryPage = Schema.Struct({
  items: Schema.Array(HistoryEntry),
  /** The value of `before` for the next request, or null on the last page. */
  nextBefore: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "HistoryPage" })
export type HistoryPage = typeof HistoryPage.Type

const HistoryActor = Schema.Struct({ id: Uuid, name: Schema.String })

const instant = Schema.String.pipe(
  Schema.filter((text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)), {
    message: () => "must be a date or a timestamp such as 2026-01-31T12:00:00Z"
  })
)

/**
 * The filter of the activity log. `kind` may contain several kinds, separated by commas. The default is all kinds
 * except `files`.
 */
export const HistoryFilter = Schema.Struct({
  before: Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 2 ** 53 - 1))),
  limit: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 200)), {
    default: () => 50
  }),
  /**
   * Words in the name of an item or account, and conditions such as `by:anna at:7d`. docs/generated/fields.md lists the
   * fields.
   */
  q: Schema.optional(SafeText(queryLimits.text)),
  actor: Schema.optional(Schema.Union(Uuid, Schema.Literal(theServer, strangers))),
  kind: Schema.optional(
    SafeText(200).pipe(
      Schema.filter(
        (text) => text.split(",").every((kind) => (historyKinds as ReadonlyArray<string>).includes(kind)),
        {
          message: () => `must be one or more of ${historyKinds.join(", ")}`
        }
      )
    )
  ),
  /** Id of an account, library or item. */
  target: Schema.optional(Uuid),
  requestId: Schema.optional(SafeText(64)),
  /**
   * True selects events that only the caller sees, such as ratings and favorites. Members always get only these events.
   */
  own: Schema.optional(QueryBoolean),
  from: Schema.optional(instant),
  to: Schema.optional(instant)
})
export type HistoryFilter = typeof HistoryFilter.Type

export class HistoryGroup extends HttpApiGroup.make("history")
  .add(
    HttpApiEndpoint.get("list", "/api/history")
      .setUrlParams(HistoryFilter)
      .addSuccess(Ok("HistoryResponse", HistoryPage))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireSession) {}

export class HistoryAdminGroup extends HttpApiGroup.make("historyAdmin")
  .add(
    HttpApiEndpoint.get("actors", "/api/history/actors").addSuccess(
      Ok("HistoryActorsResponse", Schema.Array(HistoryActor))
    )
  )
  .middleware(RequireAdmin) {}
