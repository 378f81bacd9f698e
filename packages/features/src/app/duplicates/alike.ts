import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../ItemKind.ts"
import { candidatesOf, inSlices } from "./candidates.ts"
import { mostBits, mostSeconds } from "./contract.ts"
import { type Candidate, type Group, groupsOf } from "./groups.ts"

const none: ReadonlySet<string> = new Set()

const areOneGroup = (candidates: ReadonlyArray<Candidate>, ids: ReadonlyArray<string>) =>
  Effect.map(
    inSlices<ReadonlyArray<Group>>(groupsOf(candidates, { distance: mostBits, seconds: mostSeconds }, none)),
    (groups) => groups.some((group) => ids.every((id) => group.ids.includes(id)))
  )

/**
 * Fails with `Conflict` in two cases:
 * - A pair of these items was dismissed.
 * - The items do not form one group of duplicates at the loosest similarity that a list can request.
 *
 * First compares only these items. If they do not form one group, compares all candidates, because two items may belong
 * to the same group only through a third item.
 */
export const requireAlike = (
  principal: Principal,
  ids: ReadonlyArray<string>,
  kinds: ReadonlySet<ItemKind>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const some = ids as Array<string>
    const apart = yield* rowsOf(Schema.Struct({ id: Schema.String }))(sql`
      select dismissal_id as id from duplicate_dismissals
      where low_id = any(${some}::uuid[]) and high_id = any(${some}::uuid[]) limit 1`)
    if (apart.length > 0)
      return yield* new Conflict({
        reason: "Two of these items were marked as not duplicates. Undo that decision first."
      })
    const [kind] = kinds
    if (kind !== undefined && kinds.size === 1) {
      if (yield* areOneGroup(yield* candidatesOf(principal, kind, ids), ids)) return
      if (yield* areOneGroup(yield* candidatesOf(principal, kind), ids)) return
    }
    return yield* new Conflict({ reason: "These items are not duplicates of one another." })
  }).pipe(Effect.withSpan("duplicates.requireAlike"))
