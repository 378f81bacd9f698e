import { Forbidden, Invalid } from "@media/kernel/Errors"
import { plainText } from "@media/kernel/PlainText"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { CalendarDate } from "../../../catalog/items/contract.ts"
import { EntityName } from "../../../catalog/relations/contract.ts"
import { editItems } from "../../bulk/editItems.ts"

const names = Schema.optionalWith(Schema.Array(EntityName).pipe(Schema.maxItems(500)), { exact: true })
const Names = Schema.optionalWith(Schema.Struct({ add: names, remove: names }), { exact: true })

/**
 * The body of `PATCH /items`, which makes the same changes to several items. Title and details can be set only for a
 * single item.
 */
const Edit = Schema.Struct({
  ids: Schema.Array(Schema.UUID).pipe(Schema.minItems(1), Schema.maxItems(1_000)),
  changes: Schema.Struct({
    title: Schema.optionalWith(Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(500)), { exact: true }),
    details: Schema.optionalWith(Schema.NullOr(Schema.String.pipe(Schema.maxLength(20_000))), {
      exact: true
    }),
    date: Schema.optionalWith(Schema.NullOr(CalendarDate), { exact: true }),
    isOrganized: Schema.optionalWith(Schema.Boolean, { exact: true }),
    studio: Schema.optionalWith(Schema.NullOr(EntityName), { exact: true }),
    tags: Names,
    performers: Names
  })
})

/** A plugin run that edits items. `hasChanged` is true after the first change of the run. */
export interface Acting {
  readonly principal: Principal
  readonly pluginId: string
  readonly batchId: string
  hasChanged: boolean
}

/**
 * Removes invisible characters from titles. Plugins copy such characters from files and websites, and an edit with
 * invisible characters would be rejected.
 */
const shown = ({ title, ...changes }: (typeof Edit.Type)["changes"]) => {
  const plain = title === undefined ? undefined : plainText(title).trim()
  return { ...changes, ...(plain === undefined || plain === "" ? {} : { title: plain }) }
}

/** Edits items in the batch of the run, so that undo reverts the whole run. */
export const editFromPlugin = Effect.fn("plugins.run.edit")(function* (acting: Acting, body: unknown) {
  const { changes, ids } = yield* Effect.mapError(
    Schema.decodeUnknown(Edit, { onExcessProperty: "error" })(body),
    (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      const message = issue?.message ?? error.message
      return new Invalid({ reason: `${issue?.path.join(".") ?? ""}: ${message}` })
    }
  )
  if (ids.length > 1 && (changes.title !== undefined || changes.details !== undefined))
    return yield* new Invalid({ reason: "title and details can only be changed for one item at a time" })
  const { batchId, pluginId, principal } = acting
  const { changed, failed, unchanged } = yield* Effect.catchTag(
    editItems(principal, { ids }, shown(changes), {
      ...{ cause: "plugin", plugin: pluginId, batchId },
      ...(acting.hasChanged ? { follows: true as const } : {})
    }),
    "AdminRequired",
    () => new Forbidden({ reason: "The account of this plugin is no longer an administrator." })
  )
  if (changed > 0) acting.hasChanged = true
  return { changed, unchanged, failed: failed.map(({ id, message }) => ({ id, message })) }
})
