import * as SqlClient from "@effect/sql/SqlClient"
import { foldName } from "@media/kernel/FoldedName"
import { isSameJson } from "@media/kernel/Json"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { sourcedFields } from "../../catalog/items/sourcedFields.ts"
import type { StatedFields } from "../../catalog/items/sources.ts"
import { itemRelations, relationNames, relationOfField } from "../../catalog/relations/relations.ts"
import type { SkippedEdit } from "./contract.ts"
import type { EditPlan, ListChange } from "./editable.ts"
import type { TargetItem } from "./queries.ts"

/** The options of an edit for locked values, and for values that were changed after `since`. */
export interface EditGuards {
  readonly onLocked?: "skip" | "overwrite" | undefined
  readonly since?: number | undefined
  readonly onConflict?: "skip" | "overwrite" | undefined
}

/** Guards for edits by rules, plugins and jobs, which also replace values that users set. */
export const unguarded: EditGuards = { onLocked: "overwrite", onConflict: "overwrite" }

const Sources = Schema.Struct({ id: Schema.String, stated: Schema.Unknown })
const Changed = Schema.Struct({ id: Schema.String, field: Schema.String })

const relatedFields: Readonly<Record<string, string>> = Object.fromEntries(
  relationNames.map((name) => [name, itemRelations[name].field])
)

/**
 * Returns the new values of the fields that the plan replaces, keyed by field. Changes to single list entries are not
 * included, because they do not discard a user's choice.
 */
const replacedBy = ({ item, related }: EditPlan): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ...Object.entries(item),
    ...related.flatMap(([relation, { replace }]) =>
      replace === undefined ? [] : [[relation, replace] as const]
    )
  ])

/** Returns the name of a field in edits. Sources store entity fields under different names, such as `performers`. */
export const editName = (stored: string): string => relationOfField(stored) ?? stored

const isSourced = (field: string) =>
  (sourcedFields as ReadonlyArray<string>).includes(field) || field in relatedFields

const namesOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value])
    .map((name) => foldName(String(name)))
    .toSorted()

/** Returns locked fields whose values differ from the new values. */
const locked = (ids: ReadonlyArray<string>, replaced: ReadonlyMap<string, unknown>) =>
  Effect.gen(function* () {
    const fields = [...replaced].filter(([field]) => isSourced(field))
    if (fields.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Sources)(sql`
      select s.item_id as id, s.stated from item_sources s where s.item_id = any(${ids as Array<string>}::uuid[])`)
    return rows.flatMap(({ id, stated }) =>
      fields.flatMap(([field, value]) => {
        const stored = relatedFields[field]
        const lock = (stated as StatedFields)[stored ?? field]?.user
        if (lock === undefined) return []
        const isSame =
          stored === undefined
            ? isSameJson(lock.value, value)
            : isSameJson(namesOf(lock.value), namesOf(value as ListChange["replace"]))
        if (isSame) return []
        const message =
          lock.ref === undefined
            ? "A user set this value."
            : `The file ${lock.ref.split("/").at(-1) ?? lock.ref} locks this value.`
        return [{ id, field, reason: "locked" as const, message }]
      })
    )
  })

/** Returns fields that a different batch has changed after a position in the log. */
const changedSince = (
  ids: ReadonlyArray<string>,
  changed: ReadonlySet<string>,
  since: number,
  batchId: string
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Changed)(sql`
      select distinct e.stream_id as id, f.field from events e cross join lateral (
        select c ->> 'field' as field from jsonb_array_elements(
          case when e.type = 'item.edited.v1' then e.data -> 'changes' else '[]' end) c
        union all select k from jsonb_object_keys(
          case when e.type = 'item.sourced.v1' and e.data ->> 'source' = 'user' then e.data -> 'set' else '{}' end) k
        union all select k from jsonb_array_elements_text(
          case when e.type = 'item.sourced.v1' and e.data ->> 'source' = 'user' then e.data -> 'clear' else '[]' end) k
      ) f
      where e.stream_id = any(${ids as Array<string>}::uuid[]) and e.position > ${since}
        and e.type in ('item.edited.v1', 'item.sourced.v1') and e.meta ->> 'batchId' is distinct from ${batchId}`)
    return rows.flatMap(({ field: stored, id }) => {
      const field = editName(stored)
      return changed.has(field)
        ? [
            {
              id,
              field,
              reason: "conflict" as const,
              message: "This value has changed since you opened the form."
            }
          ]
        : []
    })
  })

/** Returns the values that the edit must skip, keyed by item id. */
export const guarded = Effect.fn("bulk.guarded")(function* (
  items: ReadonlyArray<TargetItem>,
  plan: EditPlan,
  { onConflict = "skip", onLocked = "skip", since }: EditGuards,
  batchId: string
) {
  const ids = items.map(({ id }) => id)
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  const replaced = replacedBy(plan)
  const changed = new Set([...replaced.keys(), ...plan.unlock.map(editName)])
  if (changed.size === 0) return new Map<string, ReadonlyArray<SkippedEdit>>()
  const found = [
    ...(since === undefined || onConflict === "overwrite"
      ? []
      : yield* changedSince(ids, changed, since, batchId)),
    ...(onLocked === "overwrite" ? [] : yield* locked(ids, replaced))
  ]
  const skipped = new Map<string, Array<SkippedEdit>>()
  for (const { field, id, message, reason } of found) {
    const own = skipped.get(id) ?? []
    skipped.set(id, own)
    if (!own.some((each) => each.field === field))
      own.push({ ...{ id, field, reason, message }, title: titles.get(id) ?? null })
  }
  return skipped as ReadonlyMap<string, ReadonlyArray<SkippedEdit>>
})
