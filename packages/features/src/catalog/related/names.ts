import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict } from "@media/kernel/Errors"
import { cleanName, foldName } from "@media/kernel/FoldedName"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { EntityKind } from "../../EntityKind.ts"

const Candidate = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  isAlias: Schema.Boolean,
  disambiguation: Schema.String
})
type Candidate = typeof Candidate.Type

/** Splits a folded "Name (disambiguation)" into its two parts. */
const partsOf = (folded: string): readonly [name: string, disambiguation: string] | undefined => {
  const found = /^(.+) \(([^()]+)\)$/u.exec(folded)
  return found === null ? undefined : [found[1]!, found[2]!]
}

const ambiguous = (kind: EntityKind, name: string) =>
  new Conflict({
    reason: `Several ${kind}s are called “${name}”. Add the disambiguation of the one you mean: “${name} (…)”.`
  })

/**
 * Returns the id of the entity with this name, or of the only entity with this alias. Fails if several entities have
 * this name and differ only in their disambiguation.
 */
const choose = (kind: EntityKind, name: string, candidates: ReadonlyArray<Candidate>) => {
  const folded = foldName(name)
  const parts = partsOf(folded)
  const named = candidates.filter(({ isAlias, key }) => key === folded && !isAlias)
  const plain = named.find(({ disambiguation }) => disambiguation === "")
  if (plain !== undefined) return Effect.succeed(plain.id)
  if (named.length > 1) return Effect.fail(ambiguous(kind, name))
  const whole = candidates.find(
    ({ disambiguation, isAlias, key }) => !isAlias && key === parts?.[0] && disambiguation === parts[1]
  )
  const aliased = candidates.filter(({ isAlias, key }) => key === folded && isAlias)
  const found = named[0] ?? whole ?? (aliased.length === 1 ? aliased[0] : undefined)
  return Effect.succeed(found?.id)
}

/** Returns the ids of the entities with these names or ids, in the same order, with undefined for each unknown name. */
export const findNamed = Effect.fn("related.findNamed")(function* (
  kind: EntityKind,
  names: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const keys = names.flatMap((name) => {
    const folded = foldName(name)
    return [folded, ...(partsOf(folded)?.slice(0, 1) ?? [])]
  })
  const rows = yield* rowsOf(Candidate)(sql`
    select n.entity_id as id, n.folded as key, n.is_alias as "isAlias", e.folded_disambiguation as disambiguation
    from related_names n join related_entities e on e.id = n.entity_id
    where n.kind = ${kind}::related_kind and n.folded = any(${keys}::text[])
    union all
    select e.id, e.id::text, false, '' from related_entities e
    where e.kind = ${kind}::related_kind and e.id = any(${names.filter(isUuid)}::uuid[])`)
  return yield* Effect.forEach(names, (name) => choose(kind, cleanName(name), rows))
})

/**
 * Locks the names and the hierarchy of a kind of entity until the commit. Every change to names or the hierarchy takes
 * this lock. As a result, a name that is not in use remains free until the commit. Changes also commit in the order of
 * their events in the log, so that a rebuild can apply the events in this order.
 */
export const lockKind = (kind: EntityKind) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select pg_advisory_xact_lock(hashtextextended(${`related/${kind}`}, 0))`
  )
