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

/** The actor filter for actions of the server itself. */
export const theServer = "server"
/** The actor filter for actions without a signed-in user, such as a failed sign-in. */
export const strangers = "someone"

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

export const HistoryEntry = Schema.Struct({
  /** The position in the log, which increases. */
  position: Schema.Int,
  at: Timestamp,
  /** The permanent name of the event type. */
  type: Schema.String,
  kind: Schema.Literal(...historyKinds),
  /**
   * The sentence after the actor's name. `{target}` is replaced with `target`, or with the `count` of changed things.
   */
  sentence: Schema.String,
  /**
   * The actor with the name at that moment. Null for the server itself, or for someone who was not signed in, see
   * `byStranger`.
   */
  actor: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String) })),
  /** True if the actor was not signed in. */
  byStranger: Schema.Boolean,
  /** The client's address. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  target: Schema.NullOr(
    Schema.Struct({
      kind: Schema.Literal("account", "library", "item", "entity"),
      id: Uuid,
      /** The target's name at that moment; for items, the current name. */
      name: Schema.NullOr(Schema.String),
      itemKind: Schema.NullOr(ItemKind),
      /** True if it still exists and can be opened. */
      exists: Schema.Boolean
    })
  ),
  /** The number of things that the action changed; 10,001 means more than 10,000. */
  count: Schema.Int,
  /** The changed values; `from` is null if the log does not contain it. Secrets are never in the log. */
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value })),
  /** The cause: `web`, `undo`, `scan`, `job` and others. */
  cause: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Uuid),
  /** True if the change can be undone: a batch as a whole by its id, another change by its position. */
  isUndoable: Schema.Boolean,
  /** The reason why it cannot be undone, as a sentence. */
  whyNot: Schema.NullOr(Schema.String),
  /** The position of the change that undid it. */
  undoneBy: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

const HistoryPage = Schema.Struct({
  items: Schema.Array(HistoryEntry),
  /** The value of `before` for the next request; null at the end. */
  nextBefore: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "HistoryPage" })
export type HistoryPage = typeof HistoryPage.Type

const HistoryActor = Schema.Struct({ id: Uuid, name: Schema.String })

const instant = Schema.String.pipe(
  Schema.filter((text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)), {
    message: () => "must be a date or an instant such as 2026-01-31T12:00:00Z"
  })
)

/** The filter. Separate several kinds with commas. By default, all kinds except `files`. */
export const HistoryFilter = Schema.Struct({
  before: Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 2 ** 53 - 1))),
  limit: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 200)), {
    default: () => 50
  }),
  /** Words of the name of an item or an account, and conditions such as `by:anna at:7d`: see docs/generated/fields.md. */
  q: Schema.optional(SafeText(queryLimits.text)),
  actor: Schema.optional(Schema.Union(Uuid, Schema.Literal(theServer, strangers))),
  kind: Schema.optional(
    SafeText(200).pipe(
      Schema.filter(
        (text) => text.split(",").every((kind) => (historyKinds as ReadonlyArray<string>).includes(kind)),
        {
          message: () => `must be of ${historyKinds.join(", ")}`
        }
      )
    )
  ),
  /** The id of an account, a library or an item. */
  target: Schema.optional(Uuid),
  requestId: Schema.optional(SafeText(64)),
  /**
   * Selects ratings, favorites, progress and all other events that only the caller sees. Members always get only these.
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
