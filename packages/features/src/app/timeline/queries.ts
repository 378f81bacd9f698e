import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { fieldOf, type PartValue, valuesChanged } from "@media/event-store/Undo"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { userItemStream } from "../../catalog/user-items/stream.ts"
import { userRelatedStream } from "../../catalog/user-related/ids.ts"
import { EntityKind } from "../../EntityKind.ts"
import { ItemKind } from "../../ItemKind.ts"
import * as Access from "../../platform/access/Access.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { bookmarkStream } from "../../playback/bookmarks/ids.ts"
import type { HistoryEntry } from "../history/contract.ts"
import { kindOf, privateSentenceOf, sentenceOf } from "../history/kinds.ts"
import { isLockAlone, isSecretPart, relatedIdOf, shownValue } from "../history/partValues.ts"
import { allRules, isUndoable, whyNot } from "../history/undoables.ts"
import type { HistoryTarget } from "../undo/commands.ts"
import { entityNames } from "../undo/visible.ts"
import type { Timeline, TimelineParams } from "./contract.ts"
import { historiesOf } from "./histories.ts"

const Target = Schema.Struct({ id: Schema.String, name: Schema.String })
export interface NamedTarget extends HistoryTarget {
  readonly name: string
  readonly kind: "item" | "entity"
  readonly itemKind: ItemKind | null
}

const isEntityKind = Schema.is(EntityKind)
const isItemKind = Schema.is(ItemKind)

/**
 * Returns an item or entity that the caller may see, with the streams of its history. For members, these are only the
 * streams of their own state of the item or entity.
 */
export const findTarget = Effect.fn("timeline.target")(function* (
  principal: Principal,
  kind: ItemKind | EntityKind,
  id: string
) {
  const sql = yield* SqlClient.SqlClient
  if (!isUuid(id)) return yield* new NotFound({ what: kind })
  const { fewEntities } = yield* entitiesVisibleTo(principal)
  const visibility = yield* visibleTo(principal)
  const [found] = yield* rowsOf(Target)(
    isEntityKind(kind)
      ? sql`select e.id, e.name from related_entities e
          where e.id = ${id} and e.kind = ${kind}::related_kind and ${fewEntities("e")}`
      : sql`select v.id, v.title as name from items v
          where v.id = ${id} and v.kind = ${kind}::item_kind and ${visibility.items("v")}`
  )
  if (found === undefined) return yield* new NotFound({ what: kind })
  const { accountId } = principal
  const own = isEntityKind(kind)
    ? [userRelatedStream(accountId, id)]
    : [userItemStream(accountId, id), bookmarkStream(accountId, id)]
  return {
    ...found,
    kind: isEntityKind(kind) ? "entity" : "item",
    itemKind: isItemKind(kind) ? kind : null,
    streamIds: [...(Access.can(principal, "undo") ? [id] : []), ...own]
  } satisfies NamedTarget
})

interface Changed {
  readonly part: string
  readonly from: PartValue
  readonly to: PartValue
}

/** Returns the names of the entities in these changes that the caller may see, keyed by id. */
export const namesFor = (principal: Principal, changes: ReadonlyArray<Changed>) =>
  entityNames(principal, [
    ...new Set(
      changes.flatMap(({ from, part, to }) => [
        ...part.split("/").slice(1).filter(isUuid),
        ...[relatedIdOf(from), relatedIdOf(to)].filter((id) => id !== undefined)
      ])
    )
  ])

/**
 * Returns the positions of events that undid other events, keyed by the position of the undone event. Omits undos that
 * were themselves undone.
 */
const undoersOf = (history: ReadonlyArray<Recorded>): ReadonlyMap<number, number> => {
  const undoers = new Map<number, number>()
  const undone = new Set<number>()
  // Process the newest events first. An undo that was itself undone is then known before the events that it undid.
  for (const { meta, position } of history.toReversed()) {
    if (undone.has(position)) continue
    for (const each of meta.undoes ?? []) {
      undone.add(each)
      if (!undoers.has(each)) undoers.set(each, position)
    }
  }
  return undoers
}

const Actor = Schema.Struct({ id: Schema.String, name: Schema.String })
const Batch = Schema.Struct({ id: Schema.String, count: Schema.Number })
/** Maximum number of streams that are counted per batch. */
const mostCounted = 10_001

const actorsOf = (events: ReadonlyArray<Recorded>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = [...new Set(events.flatMap(({ meta }) => meta.actor ?? []))].filter(isUuid)
    const rows = yield* rowsOf(Actor)(
      sql`select id, display_name as name from accounts where id = any(${ids}::uuid[])`
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  })

/**
 * Returns the number of streams that each batch changed, keyed by batch id. Only administrators who see NSFW content
 * get these numbers, because the numbers include hidden targets.
 */
const batchesOf = (principal: Principal, events: ReadonlyArray<Recorded>) =>
  Effect.gen(function* () {
    if (!Access.can(principal, "undo") || !principal.showNsfw) return new Map<string, number>()
    const sql = yield* SqlClient.SqlClient
    const ids = [...new Set(events.flatMap(({ meta }) => meta.batchId ?? []))]
    const rows = yield* rowsOf(Batch)(sql`
      select b.id, (select count(*)::int from (select distinct e.stream_id from events e
        where e.meta ? 'batchId' and e.meta->>'batchId' = b.id limit ${mostCounted}) x) as count
      from unnest(${ids}::text[]) as b(id)`)
    return new Map(rows.map(({ count, id }) => [id, count]))
  })

/** Returns a page of the changes to an item or entity, newest first. */
export const timelineOf = Effect.fn("timeline.list")(function* (
  principal: Principal,
  target: NamedTarget,
  { before = Number.MAX_SAFE_INTEGER, files, limit }: TimelineParams
) {
  const histories = yield* historiesOf(target.streamIds)
  const values = new Map(histories.flatMap((history) => [...valuesChanged(allRules, history)]))
  const wanted = histories
    .flat()
    .filter(
      ({ event, position }) =>
        position < before &&
        (files || kindOf(event._tag) !== "files") &&
        !isLockAlone((values.get(position) ?? []).map(({ part }) => part))
    )
    .toSorted((a, b) => b.position - a.position)
  const shown = wanted.slice(0, limit)
  const undoers = new Map(histories.flatMap((history) => [...undoersOf(history)]))
  const names = yield* namesFor(
    principal,
    shown.flatMap(({ position }) => values.get(position) ?? [])
  )
  const actors = yield* actorsOf(shown)
  const batches = yield* batchesOf(principal, shown)
  const items = shown.flatMap(
    ({ at, event: { _tag: type }, meta, position }): ReadonlyArray<HistoryEntry> => {
      const changes = (values.get(position) ?? []).filter(({ part }) => !isSecretPart(part, names))
      const { actor, batchId = null } = meta
      return [
        {
          ...{ position, at: toTimestamp(at), type, kind: kindOf(type) ?? "items" },
          sentence: privateSentenceOf(type) ?? sentenceOf(type, true),
          actor:
            actor === undefined || !isUuid(actor) ? null : { id: actor, name: actors.get(actor) ?? null },
          ...{ byStranger: false, address: null, requestId: null },
          target: {
            kind: target.kind,
            id: target.id,
            name: target.name,
            itemKind: target.itemKind,
            exists: true
          },
          count: Math.max(1, batchId === null ? 1 : (batches.get(batchId) ?? 1)),
          changes: changes.map(({ from, part, to }) => ({
            ...{ field: fieldOf(part), from: shownValue(from, names), to: shownValue(to, names) }
          })),
          ...{ cause: meta.cause ?? null, batchId, isUndoable: isUndoable(type), whyNot: whyNot(type) },
          undoneBy: undoers.get(position) ?? null
        }
      ]
    }
  )
  return {
    items,
    nextBefore: wanted.length > shown.length ? (shown.at(-1)?.position ?? null) : null
  } satisfies Timeline
})
