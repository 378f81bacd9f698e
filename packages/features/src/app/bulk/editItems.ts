import type { EventMeta } from "@media/event-store/Event"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { byAccount } from "../../platform/access/Command.ts"
import { changesLibrary, type ItemsEdits, planFor } from "./editable.ts"
import { editChunk } from "./edit.ts"
import { unguarded } from "./guards.ts"
import { itemsOfTarget } from "./queries.ts"
import { tallyOf } from "./tally.ts"

/** The cause of the change (a rule, plugin or job acting for the account) and its batch id. */
export interface BulkOrigin extends Pick<EventMeta, "cause" | "rule" | "plugin" | "follows"> {
  readonly batchId: string
}

/**
 * Edits up to a few thousand items by id, for rules, plugins and jobs. The edit also overwrites values that users set.
 */
export const editItems = Effect.fn("bulk.editItems")(function* (
  principal: Principal,
  target: { readonly ids: ReadonlyArray<string> },
  edits: ItemsEdits,
  origin?: BulkOrigin
) {
  const { items, unknown } = yield* itemsOfTarget(principal, target)
  const plan = planFor(edits)
  const [first] = items
  if (first !== undefined && changesLibrary(plan)) yield* Access.require(principal, "edit-item", first)
  const batchId = origin?.batchId ?? uuidv7()
  const meta = { ...byAccount(principal), ...origin, batchId }
  const outcomes = yield* transaction(editChunk(principal, items, plan, unguarded, meta))
  const { changed, skipped, unchanged } = tallyOf(outcomes)
  const unseen = new NotFound({ what: "item" }).message
  return {
    ...{ batchId, changed, unchanged },
    failed: [
      ...unknown.map((id) => ({ id, message: unseen })),
      ...skipped.map(({ id, message }) => ({ id, message }))
    ]
  }
})
