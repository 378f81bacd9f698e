import * as SqlClient from "@effect/sql/SqlClient"
import { fieldOf, type PartValue } from "@media/event-store/Undo"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { eventUndo } from "../../EventUndo.ts"
import { relationDecider, type RelationState } from "./decider.ts"
import type { ItemRelated, RelationEvent } from "./events.ts"
import { itemRelations } from "./relations.ts"

type Related = Omit<typeof ItemRelated.Type, "_tag">
/**
 * Names the part of an item that a relation belongs to. If an item has only one entity of a kind, such as a studio, all
 * relations of this kind belong to the same part.
 */
const partOf = ({ relation, to }: Pick<Related, "relation" | "to">) =>
  itemRelations[relation].isSingle ? relation : `${relation}/${to}`
const toOf = (value: PartValue) => (value as unknown as Related).to

const Known = Schema.Struct({ id: Schema.String })

/** Undoes changes to the entities of items. Each entity is undone separately. */
export const relationUndo = eventUndo<RelationState, RelationEvent>({
  target: "item",
  rule: {
    ...relationDecider,
    parts: {
      "item.related.v1": (event) => [partOf(event)],
      "item.unrelated.v1": (event) => [partOf(event)]
    },
    read: ({ related }, part) => {
      const found = related.find((one) => partOf(one) === part)
      return found === undefined ? null : { ...found }
    },
    write: (values, { related }) =>
      [...values].flatMap(([part, value]): ReadonlyArray<RelationEvent> => {
        const before = related.find((one) => partOf(one) === part)
        const isReplaced = before !== undefined && (value === null || toOf(value) !== before.to)
        return [
          ...(isReplaced
            ? [{ _tag: "item.unrelated.v1" as const, to: before.to, relation: before.relation }]
            : []),
          ...(value === null ? [] : [{ _tag: "item.related.v1" as const, ...(value as unknown as Related) }])
        ]
      })
  },
  check: (undone) =>
    Effect.gen(function* () {
      const wanted = undone.flatMap(({ streamId, values }) =>
        [...values].flatMap(([part, { to }]) => (to === null ? [] : [{ streamId, part, id: toOf(to) }]))
      )
      const sql = yield* SqlClient.SqlClient
      const ids = [...new Set(wanted.map(({ id }) => id))]
      const rows = yield* rowsOf(Known)(
        sql`select id from related_entities where id = any(${ids}::uuid[]) order by id for key share`
      )
      const known = new Set(rows.map(({ id }) => id))
      return wanted.flatMap(({ id, ...credit }) =>
        known.has(id) ? [] : [{ ...credit, reason: `The ${fieldOf(credit.part)} was deleted or merged.` }]
      )
    })
})
