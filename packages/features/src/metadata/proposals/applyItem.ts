import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemDecider } from "../../catalog/items/decider.ts"
import { decidingSource, shownValue, type StatedFields } from "../../catalog/items/sources.ts"
import { relationDecider, type EntityRef } from "../../catalog/relations/decider.ts"
import { removeUnused } from "../../catalog/relations/unused.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { lockForCreation } from "./createFound.ts"
import type { Decision } from "./decision.ts"
import { applyNumbers, isNumberField } from "./episodeNumbers.ts"
import type { FoundEntity } from "./found.ts"
import { byMode, isSameValue } from "./merge.ts"
import { presentItem } from "./present.ts"
import { type Chosen, type Resolved, resolveEntities } from "./resolve.ts"
import type { StoredProposal } from "./stored.ts"

/**
 * Returns the source under which a value is written. The current value may be locked, or may come from a file next to
 * the item. If the reviewer selected the field, the proposed value replaces such a value. Otherwise, the field keeps
 * its current value, and the proposed value is stored with lower precedence ("below").
 */
const sourceFor = (stated: StatedFields, field: string, { fields, lock = false, values }: Decision) => {
  if (lock || values?.[field] !== undefined) return "user"
  const deciding = decidingSource(stated[field])
  const isAbove = deciding === "user" || deciding === "nfo"
  return isAbove && fields?.includes(field) === true ? "user" : isAbove ? "below" : "scrape"
}

const kinds = [
  ["performers", "performer"],
  ["tags", "tag"],
  ["studio", "studio"]
] as const
type RelatedField = (typeof kinds)[number][0]

const wanted = ({ relations }: StoredProposal["found"], field: RelatedField): ReadonlyArray<FoundEntity> =>
  field === "studio" ? (relations.studio === undefined ? [] : [relations.studio]) : (relations[field] ?? [])

export const chosenOf = ({ relations = {} }: Decision, field: RelatedField): ReadonlyArray<Chosen> => {
  const given = relations[field]
  return given === undefined ? [] : "use" in given ? [{ index: 0, use: given.use }] : given
}

const Named = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String)
})

/** Returns the names of entities with their disambiguation, such as `Ann Lee (singer)`, keyed by entity id. */
const namesOf = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Named)(
      sql`select id, name, disambiguation from related_entities where id = any(${ids as Array<string>}::uuid[])`
    )
    return new Map(
      rows.map(({ disambiguation, id, name }) => [
        id,
        disambiguation === null || disambiguation === "" ? name : `${name} (${disambiguation})`
      ])
    )
  })

const refOf = ({ found: { as, character, role }, id }: Resolved): EntityRef => ({
  to: id,
  ...(as === undefined ? {} : { as }),
  ...(role === undefined ? {} : { role }),
  ...(character === undefined ? {} : { character })
})

const credited = ({ as, character, role }: EntityRef, name: string) => ({
  name,
  ...(as === undefined ? {} : { as }),
  ...(role === undefined ? {} : { role }),
  ...(character === undefined ? {} : { character })
})

/**
 * True for fields that are accepted by default. The movie set (`set`) must be selected by a reviewer or by the options
 * of a run. Websites often group movies into different sets than the library.
 */
const isUsual = (field: string, { modes }: Decision): boolean =>
  field !== "set" || modes?.["set"] !== undefined

/**
 * Returns two values:
 * - `taken`: the values to write, grouped by their new source.
 * - `kept`: the fields whose displayed value does not change, because it comes from a user or a file and has
 *   precedence.
 */
const fieldsOf = ({ found }: StoredProposal, decision: Decision, stated: StatedFields) => {
  const values = { ...found.fields, ...decision.values }
  const taken: Record<"scrape" | "user", Record<string, unknown>> = { scrape: {}, user: {} }
  const kept: Array<string> = []
  for (const [field, proposed] of Object.entries(values)) {
    if (isNumberField(field)) continue
    const isNamed = decision.fields?.includes(field) ?? isUsual(field, decision)
    if (!isNamed && decision.values?.[field] === undefined) continue
    const current = shownValue(stated, field)
    const value =
      decision.values?.[field] === undefined ? byMode(decision.modes?.[field], current, proposed) : proposed
    if (value === undefined || isSameValue(current, value)) continue
    const source = sourceFor(stated, field, decision)
    if (source === "below") kept.push(field)
    taken[source === "user" ? "user" : "scrape"][field] = value
  }
  return { taken, kept }
}

/** Writes an accepted proposal for an item, inside a transaction. */
export const applyToItem = Effect.fn("proposals.applyToItem")(function* (
  proposal: StoredProposal,
  decision: Decision,
  meta: EventMeta
) {
  const { found, id: ref, targetId } = proposal
  yield* lockForCreation(decision)
  const store = yield* EventStore
  const { item, related } = yield* presentItem(targetId)
  const { kept, taken } = fieldsOf(proposal, decision, item.stated)
  const created: Array<string> = []
  const changes: Array<{
    readonly kind: EntityKind
    readonly refs: ReadonlyArray<EntityRef>
    readonly source: string
  }> = []
  for (const [field, kind] of kinds) {
    const all = wanted(found, field)
    const mode = decision.modes?.[field]
    const isNamed = decision.fields === undefined || decision.fields.includes(field)
    if (all.length === 0 || !isNamed || mode === "ignore") continue
    const before = related
      .filter(({ relation }) => relation === kind)
      .toSorted((a, b) => a.ordinal - b.ordinal)
    if (kind === "studio" && mode === "merge" && before.length > 0) continue
    const source = sourceFor(item.stated, field, decision)
    const resolved = yield* resolveEntities(
      kind,
      all,
      {
        chosen: chosenOf(decision, field),
        createMissing: decision.createMissing?.[field] === true && source !== "below",
        createTags: decision.createMissing?.tags === true
      },
      meta
    )
    created.push(...resolved.flatMap((one) => one.created))
    const given = resolved.map(refOf)
    const isReplacing = kind === "studio" || mode === "overwrite"
    const stays: ReadonlyArray<EntityRef> = isReplacing
      ? []
      : before.map(({ ordinal: _, relation: __, source: ___, ...ref }) => ref)
    const refs = [...stays, ...given.filter(({ to }) => !stays.some((one) => one.to === to))]
    const isSame = refs.length === before.length && refs.every(({ to }, index) => before[index]?.to === to)
    if (given.length === 0 || isSame) continue
    const names = yield* namesOf(refs.map(({ to }) => to))
    const shown = refs.flatMap((one) => {
      const name = names.get(one.to)
      return name === undefined ? [] : [kind === "performer" ? credited(one, name) : name]
    })
    taken[source === "user" ? "user" : "scrape"][field] = kind === "studio" ? (shown[0] ?? null) : shown
    if (source === "below") kept.push(field)
    else changes.push({ kind, refs, source })
  }
  if (Object.keys(taken.scrape).length > 0 || Object.keys(taken.user).length > 0)
    yield* store.execute({
      streamId: targetId,
      decider: itemDecider,
      command: { _tag: "Take", ref, ...taken },
      meta
    })
  const date = taken.user["date"] ?? (kept.includes("date") ? undefined : taken.scrape["date"])
  kept.push(...(yield* applyNumbers(proposal, decision, date, meta)))
  for (const { kind, refs, source } of changes) {
    const events = yield* store.execute({
      streamId: targetId,
      decider: relationDecider,
      command: { _tag: "SetRelated", relation: kind, refs, hidden: new Set<string>(), source },
      meta
    })
    yield* removeUnused(
      events.flatMap(({ event }) => (event._tag === "item.unrelated.v1" ? [event.to] : [])),
      meta
    )
  }
  if (decision.setOrganized === true)
    yield* store.execute({
      streamId: targetId,
      decider: itemDecider,
      command: { _tag: "Edit", changes: { isOrganized: true } },
      meta
    })
  return { kept, created }
})
