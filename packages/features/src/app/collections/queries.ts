import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { itemsById } from "../../catalog/items/queries.ts"
import { type StoredCollection, storedCollections } from "../../catalog/membership/stored.ts"
import { ItemKind } from "../../ItemKind.ts"
import { knownCounts } from "./counts.ts"
import { mayEdit } from "./editing.ts"
import { picturesOf } from "./covers.ts"
import {
  type Counted,
  countMembers,
  hasAny,
  pageOfMembers,
  shownMembers,
  viewing,
  withinTime
} from "./members.ts"
import { playOrder } from "./playOrder.ts"
import { weekOf } from "./movements.ts"
import { withNames } from "./names.ts"
import { isPersonalRule } from "./personal.ts"
import { textOf } from "./rules.ts"
import type { Collection, CollectionItemsParams, CollectionSummary } from "./shapes.ts"

/** Number of first members whose pictures may be used for the cover. */
export const mostCovers = 12

/**
 * Returns a collection of the caller or a shared collection, without checking the visibility of its members. Fails with
 * `NotFound` for private collections of other accounts, and for NSFW collections if the caller hides NSFW content.
 */
export const findStored = Effect.fn("collections.findStored")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "collection" })
  const [found] = yield* storedCollections(principal, (sql) => sql`s.id = ${id}`)
  return found ?? (yield* new NotFound({ what: "collection" }))
})

/** Sorts the counts by kind. A stable order is necessary, because responses are compared as text to detect changes. */
const inOrder = (counts: Counted["counts"]): Counted["counts"] =>
  Object.fromEntries(
    ItemKind.literals.flatMap((kind) => (counts[kind] === undefined ? [] : [[kind, counts[kind]]]))
  )

export const summaryOf = (
  principal: Principal,
  row: StoredCollection,
  { counts, total }: Counted,
  pictures: CollectionSummary["pictures"]
): CollectionSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  mode: row.rules === null ? "manual" : "dynamic",
  visibility: row.isShared ? "everyone" : "private",
  isOwn: row.accountId === principal.accountId,
  mayEdit: mayEdit(principal, row),
  isNsfw: row.isNsfw,
  isPersonal: row.rules !== null && isPersonalRule(row.rules, itemFieldTable()),
  total,
  counts: inOrder(counts),
  coverMode: row.picture !== null ? "picture" : row.coverItemId !== null ? "item" : "mosaic",
  pictures,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt)
})

/**
 * Returns true if the viewer may see the collection. A shared collection without visible members is hidden from viewers
 * who may not edit the collection.
 */
export const isShown = (
  principal: Principal,
  row: StoredCollection,
  { total }: Pick<Counted, "total">
): boolean => total > 0 || row.accountId === principal.accountId || mayEdit(principal, row)

/**
 * Counts the members of a collection for the caller. Fails with `NotFound` if the collection is hidden from the caller
 * because all of its members are hidden.
 */
const countedFor = (principal: Principal, row: StoredCollection) =>
  Effect.gen(function* () {
    const context = yield* viewing(principal, [row])
    const known = (yield* knownCounts(context, [row])).get(row.id)
    const counted = yield* withinTime(row.rules, countMembers(context, row, mostCovers, known))
    return isShown(principal, row, counted) ? counted : yield* new NotFound({ what: "collection" })
  })

/** Fails with `NotFound` if the collection is hidden from the caller because all of its members are hidden. */
const requireShown = (principal: Principal, row: StoredCollection) =>
  Effect.gen(function* () {
    if (isShown(principal, row, { total: 0 })) return
    const context = yield* viewing(principal, [row])
    if (!(yield* withinTime(row.rules, hasAny(context, row))))
      return yield* new NotFound({ what: "collection" })
  })

/**
 * Like `requireShown`, but treats a collection as visible if its rule takes too long. Called before a change is
 * rejected for another reason, so that the error does not reveal hidden collections.
 */
export const requireVisible = (principal: Principal, row: StoredCollection) =>
  Effect.catchTag(requireShown(principal, row), "TooBroad", () => Effect.void)

/** Returns a collection that the caller may see, and counts its members. */
export const findVisible = Effect.fn("collections.findVisible")(function* (principal: Principal, id: string) {
  const row = yield* findStored(principal, id)
  return { row, counted: yield* countedFor(principal, row) }
})

/** Returns a collection that the caller may see. Does not count members, because one visible member is sufficient. */
export const findShown = Effect.fn("collections.findShown")(function* (principal: Principal, id: string) {
  const row = yield* findStored(principal, id)
  yield* requireShown(principal, row)
  return row
})

export const nothing: Counted = { total: 0, counts: {}, ids: [] }

const Refreshed = Schema.Struct({ at: Schema.DateFromSelf })

const refreshedAt = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      rowsOf(Refreshed)(
        sql`select refreshed_at as at from collection_refreshes where collection_id = ${id} and is_stored`
      ),
      ([row]) => (row === undefined ? null : toTimestamp(row.at))
    )
  )

/** Returns the details of a collection whose members are already counted. */
const describe = (principal: Principal, row: StoredCollection, counted: Counted) =>
  Effect.gen(function* () {
    const items = yield* itemsById(principal, [
      ...counted.ids,
      ...(row.coverItemId === null ? [] : [row.coverItemId])
    ])
    const isRuleShown = row.rules !== null && mayEdit(principal, row)
    const named = isRuleShown ? yield* withNames(principal, row.rules!) : undefined
    const isCoverSeen = row.coverItemId !== null && items.has(row.coverItemId)
    return {
      ...summaryOf(principal, row, counted, picturesOf(row, counted.ids, items)),
      rules: isRuleShown ? row.rules : null,
      text: named === undefined ? null : textOf(named.node, row.sort, row.limit),
      sort: row.sort,
      limit: row.limit,
      coverItemId: isCoverSeen ? row.coverItemId : null,
      problems: named?.problems ?? [],
      refreshedAt: yield* refreshedAt(row.id),
      week: yield* weekOf(principal, row)
    } satisfies Collection
  })

export const getCollection = Effect.fn("collections.get")(function* (principal: Principal, id: string) {
  const { counted, row } = yield* findVisible(principal, id)
  return yield* describe(principal, row, counted)
})

/**
 * Returns a collection that was just saved. If the rule takes too long, the counts are zero. The request does not fail
 * in this case, because the collection is saved and a job will store its members.
 */
export const getSaved = (principal: Principal, id: string) =>
  Effect.catchTag(getCollection(principal, id), "TooBroad", () =>
    Effect.flatMap(findStored(principal, id), (row) => describe(principal, row, nothing))
  )

const Entry = Schema.Struct({
  itemId: Schema.String,
  note: Schema.NullOr(Schema.String),
  membership: Schema.String
})

const entriesOf = (collectionId: string, ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Entry)(sql`
      select e.item_id as "itemId", e.note, e.membership::text as membership from collection_entries e
      where e.collection_id = ${collectionId} and e.item_id = any(${ids as Array<string>}::uuid[])`)
  )

/** Returns a page of the members that the caller sees. */
export const listMembers = Effect.fn("collections.items")(function* (
  principal: Principal,
  id: string,
  { kind, page, perPage }: CollectionItemsParams
) {
  const row = yield* findShown(principal, id)
  const context = yield* viewing(principal, [row])
  const known = (yield* knownCounts(context, [row])).get(id)
  const window = { kind, limit: perPage, offset: (page - 1) * perPage }
  const { ids, total } = yield* withinTime(row.rules, pageOfMembers(context, row, window, known))
  const items = yield* shownMembers(principal, ids)
  const entries = new Map((yield* entriesOf(id, ids)).map((entry) => [entry.itemId, entry]))
  return {
    items: items.map((item) => ({
      ...item,
      note: entries.get(item.id)?.note ?? null,
      isPinned: entries.get(item.id)?.membership === "pinned"
    })),
    total,
    page,
    perPage
  }
})

export const playOrderOf = Effect.fn("collections.playOrder")(function* (
  principal: Principal,
  id: string,
  { shuffle }: { readonly shuffle?: string | undefined }
) {
  const row = yield* findShown(principal, id)
  const context = yield* viewing(principal, [row])
  return yield* withinTime(row.rules, playOrder(context, row, shuffle))
})
