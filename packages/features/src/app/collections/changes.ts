import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { findEditable } from "./commands.ts"
import { byHand, byRule, type Change, mostChanges } from "./movements.ts"
import { findShown } from "./queries.ts"
import { refreshOf } from "./queue.ts"

const Named = Schema.Struct({ id: Schema.String, title: Schema.String })

const Person = Schema.Struct({ id: Schema.String, username: Schema.String })

/** Returns the usernames of actors, keyed by account id. Members may see only their own username. */
const peopleOf = (principal: Principal, changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    const actors = changes.flatMap(({ actor }) => (actor !== null && isUuid(actor) ? [actor] : []))
    const isToldAll = Access.can(principal, "share-collection")
    const shown = isToldAll ? actors : actors.filter((actor) => actor === principal.accountId)
    if (shown.length === 0) return new Map<string, string>()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Person)(
      sql`select a.id, a.username from accounts a where a.id = any(${shown}::uuid[])`
    )
    return new Map(rows.map(({ id, username }) => [id, username]))
  })

const causeOf = ({ actor, position, type }: Change, people: ReadonlyMap<string, string>) =>
  position === null || type === null
    ? null
    : { position, what: type, who: (actor === null ? undefined : people.get(actor)) ?? null }

/** Lists the items that joined or left the collection and that the caller may see, newest change first. */
export const listChanges = Effect.fn("collections.changes")(function* (principal: Principal, id: string) {
  const row = yield* findShown(principal, id)
  const sql = yield* SqlClient.SqlClient
  const { items } = yield* visibleTo(principal)
  const found: ReadonlyArray<Change> = yield* row.rules === null ? byHand(id) : byRule(principal, id)
  const named = yield* rowsOf(Named)(sql`
    select v.id, v.title from items v
    where v.id = any(${[...new Set(found.map(({ itemId }) => itemId))]}::uuid[]) and ${items("v")}`)
  const titles = new Map(named.map(({ id: itemId, title }) => [itemId, title]))
  const shown = found.filter(({ itemId }) => titles.has(itemId)).slice(0, mostChanges)
  const people = yield* peopleOf(principal, shown)
  return shown.map((change) => ({
    at: toTimestamp(change.at),
    itemId: change.itemId,
    title: titles.get(change.itemId)!,
    change: change.isIn ? ("in" as const) : ("out" as const),
    cause: causeOf(change, people)
  }))
})

/** Queues an evaluation of the collection's rule. */
export const askForRefresh = Effect.fn("collections.askForRefresh")(function* (
  principal: Principal,
  id: string
) {
  const row = yield* findEditable(principal, id)
  if (row.rules !== null) yield* enqueue([refreshOf(row, "manual")])
  return null
})
