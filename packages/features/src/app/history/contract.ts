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

/** In the filter by actor: actions of the server itself. */
export const theServer = "server"
/** And actions of someone who was not signed in, such as a failed sign-in. */
export const strangers = "someone"

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))

export const HistoryEntry = Schema.Struct({
  /** Its place in the log; later ones are greater. */
  position: Schema.Int,
  at: Timestamp,
  /** The event's permanent name. */
  type: Schema.String,
  kind: Schema.Literal(...historyKinds),
  /** The sentence after the actor's name. `{target}` is replaced with `target`, or with `count` things. */
  sentence: Schema.String,
  /** The actor, under the name of that moment; null: the server itself, or a stranger as in `byStranger`. */
  actor: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String) })),
  /** Someone who was not signed in did it. */
  byStranger: Schema.Boolean,
  /** The client's address, and the `X-Request-Id` of the response. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  target: Schema.NullOr(
    Schema.Struct({
      kind: Schema.Literal("account", "library", "item", "entity"),
      id: Uuid,
      /** The name at that moment; an item's current name. */
      name: Schema.NullOr(Schema.String),
      itemKind: Schema.NullOr(ItemKind),
      /** It can still be opened. */
      exists: Schema.Boolean
    })
  ),
  /** How many things this was done to at once; 10,001 means more than 10,000. */
  count: Schema.Int,
  /** Single values that were set; `from` is null where the log does not say. No secret is ever in the log. */
  changes: Schema.Array(Schema.Struct({ field: Schema.String, from: Value, to: Value })),
  /** The cause: `web`, `undo`, `scan`, `job` and others. */
  cause: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Uuid),
  /** It can be undone: a batch as a whole by its id, another change by its position. */
  isUndoable: Schema.Boolean,
  /** Why it cannot be undone, as a sentence. */
  whyNot: Schema.NullOr(Schema.String),
  /** The position of the change that undid it. */
  undoneBy: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "HistoryEntry" })
export type HistoryEntry = typeof HistoryEntry.Type

const HistoryPage = Schema.Struct({
  items: Schema.Array(HistoryEntry),
  /** Send it as `before` to get earlier entries; null at the end. */
  nextBefore: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "HistoryPage" })
export type HistoryPage = typeof HistoryPage.Type

const HistoryActor = Schema.Struct({ id: Uuid, name: Schema.String })

const instant = Schema.String.pipe(
  Schema.filter((text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)), {
    message: () => "must be a date or an instant such as 2026-01-31T12:00:00Z"
  })
)

/** Several kinds are separated by commas. Without any, all but `files`. */
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
  /** Ratings, favorites, progress and everything else that only the caller learns of. Members get nothing else. */
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
