import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { byAccount, commandBy } from "../../platform/access/Command.ts"
import { setRelated } from "../relations/commands.ts"
import { changeUserState } from "../user-items/commands.ts"
import type { RelatedPatch } from "../relations/contract.ts"
import type { ItemPatch } from "./contract.ts"
import { itemDecider, type ItemCommand } from "./decider.ts"
import { followSources, relatedNow } from "./relatedSources.ts"

/**
 * Executes a user's command on an item. `ProbeOutdated` is a defect here, because only commands that record the result
 * of a probe can fail with it.
 */
export const executeOnItem = (principal: Principal, id: string, command: ItemCommand, batchId?: string) =>
  commandBy(principal, { streamId: id, decider: itemDecider, command, batchId }).pipe(
    Effect.catchTag("ProbeOutdated", (defect) => Effect.die(defect))
  )

const given = <A extends object>(values: A) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<A>
const isGiven = (values: object) => Object.keys(given(values)).length > 0

/**
 * Changes an item that the caller may see. The rating is the caller's own. All other fields are shared by all users,
 * and only an administrator may change them. All changes are in one transaction and one batch, so that a single undo
 * reverts them.
 */
export const updateItem = Effect.fn("items.update")(function* (
  principal: Principal,
  id: string,
  patch: ItemPatch & RelatedPatch
) {
  const {
    authors,
    expectedVersion,
    performers,
    rating,
    reset = [],
    seriesStatus,
    studio,
    tags,
    ...others
  } = patch
  const changes = { ...others, ...given({ status: seriesStatus }) }
  const related = given({ authors, performers, studio, tags })
  const isEdit = isGiven(changes) || isGiven(related) || reset.length > 0
  if (isEdit) yield* Access.require(principal, "edit-item", { id })
  const title = changes.title === undefined ? {} : { title: changes.title.trim() }
  const batchId = uuidv7()
  yield* transaction(
    Effect.gen(function* () {
      if (isGiven(changes) || !isEdit || isGiven(related))
        yield* executeOnItem(
          principal,
          id,
          { _tag: "Edit", changes: { ...changes, ...title }, expectedVersion },
          batchId
        )
      if (reset.length > 0) {
        yield* executeOnItem(principal, id, { _tag: "Unlock", fields: reset, expectedVersion }, batchId)
        yield* followSources(id, reset, byAccount(principal, batchId))
      }
      if (isGiven(related)) {
        const changed = yield* setRelated(principal, id, related, batchId)
        // Lock only fields whose value changed. A form may also submit fields with their old values.
        if (changed.length > 0) {
          const [values = {}] = yield* relatedNow([id], changed)
          yield* executeOnItem(principal, id, { _tag: "Lock", values }, batchId)
        }
      }
      if (rating !== undefined) yield* changeUserState(principal, id, { _tag: "Rate", rating }, batchId)
    })
  )
})
