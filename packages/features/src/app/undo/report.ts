import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { fieldOf, type PartValue, type UndoConflict } from "@media/event-store/Undo"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isSecretPart, relatedIdOf, shownValue } from "../history/partValues.ts"
import type { SelectedStream } from "./selected.ts"
import { mostSkippedListed, type SkippedPart } from "./shapes.ts"
import { entityNames } from "./visible.ts"

/** A value that was not undone because of a later change (`conflict`) or for a different `reason`. */
export interface Skipped {
  readonly stream: SelectedStream
  readonly name: string | null
  readonly part: string
  readonly conflict?: UndoConflict
  readonly reason?: string
}

const Account = Schema.Struct({ id: Schema.String, name: Schema.String })

/** Returns at most 100 skipped values for the caller, without names of hidden entities. */
export const toReport = Effect.fn("undo.report")(function* (
  principal: Principal,
  skipped: ReadonlyArray<Skipped>
) {
  const sql = yield* SqlClient.SqlClient
  const listed = skipped.slice(0, mostSkippedListed)
  const ids = (value: PartValue | undefined) => {
    const id = relatedIdOf(value ?? null)
    return id === undefined ? [] : [id]
  }
  const related = listed.flatMap(({ conflict, part }) => [
    ...ids(conflict?.expected),
    ...ids(conflict?.found),
    ...part.split("/").slice(1).filter(isUuid)
  ])
  const names = yield* entityNames(principal, [...new Set(related)])
  const actors = listed.flatMap(({ conflict }) => conflict?.last.meta.actor ?? []).filter(isUuid)
  const accounts = new Map(
    (yield* rowsOf(Account)(
      sql`select id, display_name as name from accounts where id = any(${[...new Set(actors)]}::uuid[])`
    )).map(({ id, name }) => [id, name])
  )
  return listed.flatMap(({ conflict, name, part, reason, stream }): ReadonlyArray<SkippedPart> => {
    if (isSecretPart(part, names)) return []
    const { target, targetId } = stream
    const actor = conflict?.last.meta.actor
    const field = fieldOf(part)
    return [
      {
        target:
          targetId === null || target === "settings" || target === "own"
            ? null
            : { kind: target, id: targetId, name },
        ...{ part, field },
        expected: shownValue(conflict?.expected ?? null, names),
        found: shownValue(conflict?.found ?? null, names),
        by: actor === undefined || !isUuid(actor) ? null : { id: actor, name: accounts.get(actor) ?? null },
        at: conflict === undefined ? null : toTimestamp(conflict.last.at),
        reason: reason ?? "This value has changed since then."
      }
    ]
  })
})
