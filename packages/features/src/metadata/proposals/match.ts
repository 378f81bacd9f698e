import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { cleanName, foldName } from "@media/kernel/FoldedName"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { EntityKind } from "../../EntityKind.ts"
import type { FoundEntity } from "./found.ts"
import { idsOf } from "./linkIds.ts"

export interface Match {
  readonly id: string
  readonly name: string
  readonly by: "stashId" | "name" | "alias"
}

const Candidate = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  key: Schema.String,
  disambiguation: Schema.String,
  by: Schema.Literal("stashId", "name", "alias")
})
type Candidate = typeof Candidate.Type

/**
 * Splits "Name (disambiguation)" into its two parts, unless the source provides the disambiguation as a separate field.
 */
const partsOf = ({
  fields,
  name
}: FoundEntity): { readonly name: string; readonly disambiguation: string } => {
  const stated = fields["disambiguation"]
  const found = /^(.+) \(([^()]+)\)$/u.exec(cleanName(name))
  return typeof stated === "string" && stated !== ""
    ? { name: foldName(name), disambiguation: foldName(stated) }
    : { name: foldName(found?.[1] ?? name), disambiguation: foldName(found?.[2] ?? "") }
}

const choose = (found: FoundEntity, all: ReadonlyArray<Candidate>): Match | undefined => {
  const { disambiguation, name } = partsOf(found)
  const byId = all.find(({ by, key }) => by === "stashId" && key === found.externalId)
  if (byId !== undefined) return byId
  const named = all.filter(({ by, key }) => by === "name" && key === name)
  const exact = named.find((one) => one.disambiguation === disambiguation)
  if (exact !== undefined) return exact
  // The name in the result, such as "Ann Lee", has no disambiguation. An existing entity with a disambiguation matches
  // only if no other entity has this name.
  if (disambiguation === "" && named.length > 0) return named.length === 1 ? named[0] : undefined
  const whole = foldName(found.name)
  const aliased = all.filter(({ by, key }) => by === "alias" && (key === name || key === whole))
  const ids = new Set(aliased.map(({ id }) => id))
  return ids.size === 1 ? aliased[0] : undefined
}

/**
 * Returns the matching entity for each entity in a result: by its id at the source, or else by name, or else by an
 * unambiguous alias. `visible` is a condition on the entities `e`.
 */
export const matchEntities = Effect.fn("proposals.match")(function* (
  kind: EntityKind,
  wanted: ReadonlyArray<FoundEntity>,
  visible: Fragment
) {
  if (wanted.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const keys = [...new Set(wanted.flatMap((each) => [partsOf(each).name, foldName(each.name)]))]
  const ids = wanted.flatMap((each) => Object.entries(idsOf(each)))
  const [names, values] = [ids.map(([name]) => name), ids.map(([, id]) => id)]
  const rows = yield* rowsOf(Candidate)(sql`
    select e.id, e.name, n.folded as key, e.folded_disambiguation as disambiguation,
      case when n.is_alias then 'alias' else 'name' end as by
    from related_names n join related_entities e on e.id = n.entity_id
    where n.kind = ${kind}::related_kind and n.folded = any(${keys}::text[]) and ${visible}
    union all
    select e.id, e.name, w.id, '', 'stashId'
    from unnest(${names}::text[], ${values}::text[]) w(name, id)
      join related_entities e on e.facts -> 'externalIds' ->> w.name = w.id
    where e.kind = ${kind}::related_kind and ${visible}`)
  return wanted.map((found) => choose(found, rows))
})

const Near = Schema.Struct({ wanted: Schema.String, id: Schema.String, name: Schema.String })

/**
 * Finds the three entities with the most similar names for each of `names`. Returns a function from a name to these
 * entities.
 */
export const nearest = Effect.fn("proposals.nearest")(function* (
  kind: EntityKind,
  names: ReadonlyArray<string>,
  visible: Fragment
) {
  const sql = yield* SqlClient.SqlClient
  const folded = [...new Set(names.map(foldName))].filter((name) => name !== "")
  const rows =
    folded.length === 0
      ? []
      : yield* rowsOf(Near)(sql`
          select w.name as wanted, e.id, e.name from unnest(${folded}::text[]) w(name) cross join lateral (
            select n.entity_id, max(similarity(n.folded, w.name)) as near from related_names n
            where n.kind = ${kind}::related_kind and n.folded % w.name group by 1 order by 2 desc, 1 limit 3
          ) found join related_entities e on e.id = found.entity_id and ${visible}
          order by w.name, found.near desc, e.id`)
  return (name: string) =>
    rows.filter(({ wanted }) => wanted === foldName(name)).map(({ id, name }) => ({ id, name }))
})
