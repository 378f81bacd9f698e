import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { escapeLike } from "../../catalog/filters/comparison.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { itemsById } from "../../catalog/items/queries.ts"
import { type StoredCollection, storedCollections } from "../../catalog/membership/stored.ts"
import { mayEdit } from "./editing.ts"
import { picturesOf } from "./covers.ts"
import {
  type Counted,
  countMembers,
  hasMember,
  pageOfMembers,
  playOrder,
  shownMembers,
  viewing,
  withinTime
} from "./members.ts"
import { weekOf } from "./movements.ts"
import { withNames } from "./names.ts"
import { isPersonalRule } from "./personal.ts"
import { textOf } from "./rules.ts"
import type { Collection, CollectionItemsParams, CollectionListParams, CollectionSummary } from "./shapes.ts"

/** Members that are looked at for the pictures of a cover. */
const mostCovers = 12

/** A collection that the caller may see. */
export const findStored = Effect.fn("collections.findStored")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "collection" })
  const [found] = yield* storedCollections(principal, (sql) => sql`s.id = ${id}`)
  return found ?? (yield* new NotFound({ what: "collection" }))
})

const summaryOf = (
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
  counts,
  coverMode: row.picture !== null ? "picture" : row.coverItemId !== null ? "item" : "mosaic",
  pictures,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt)
})

/** A shared collection without a visible item is not shown to those who cannot change it. */
const isShown = (principal: Principal, row: StoredCollection, { total }: Counted): boolean =>
  total > 0 || row.accountId === principal.accountId || mayEdit(principal, row)

/** The members of a collection, counted for the caller. NotFound if the caller sees none of a shared one. */
const countedFor = (principal: Principal, row: StoredCollection) =>
  Effect.gen(function* () {
    const context = yield* viewing(principal, [row])
    const counted = yield* withinTime(row.rules, countMembers(context, row, mostCovers))
    return isShown(principal, row, counted) ? counted : yield* new NotFound({ what: "collection" })
  })

/** Fails with NotFound for a shared collection without a visible item. One whose rule takes too long may have some. */
export const requireVisible = (principal: Principal, row: StoredCollection) =>
  Effect.catchTag(Effect.asVoid(countedFor(principal, row)), "TooBroad", () => Effect.void)

/** A collection that the caller may see, with its members counted. */
export const findVisible = Effect.fn("collections.findVisible")(function* (principal: Principal, id: string) {
  const row = yield* findStored(principal, id)
  return { row, counted: yield* countedFor(principal, row) }
})

const nothing: Counted = { total: 0, counts: {}, ids: [] }

export const listCollections = Effect.fn("collections.list")(function* (
  principal: Principal,
  { itemId, mode, page, perPage, q = "" }: CollectionListParams
) {
  const rows = yield* storedCollections(principal, (sql) =>
    sql.and([
      sql`lower(s.name) like lower(${`%${escapeLike(q.trim())}%`}::text)`,
      mode === undefined
        ? sql.literal("true")
        : sql.literal(`s.rules is ${mode === "manual" ? "" : "not "}null`)
    ])
  )
  const context = yield* viewing(principal, rows)
  const counted = yield* Effect.forEach(rows, (row) =>
    Effect.gen(function* () {
      const isMember = itemId === undefined || (yield* withinTime(row.rules, hasMember(context, row, itemId)))
      if (!isMember) return []
      const members = yield* withinTime(row.rules, countMembers(context, row, mostCovers)).pipe(
        // A rule that takes too long must not hide the other collections.
        Effect.catchTag("TooBroad", () => Effect.succeed(nothing))
      )
      return isShown(principal, row, members) ? [{ row, members }] : []
    })
  )
  const found = counted.flat()
  const shown = found.slice((page - 1) * perPage, page * perPage)
  const items = yield* itemsById(
    principal,
    shown.flatMap(({ members, row }) => [
      ...members.ids,
      ...(row.coverItemId === null ? [] : [row.coverItemId])
    ])
  )
  return {
    items: shown.map(({ members, row }) =>
      summaryOf(principal, row, members, picturesOf(row, members.ids, items))
    ),
    total: found.length,
    page,
    perPage
  }
})

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

export const getCollection = Effect.fn("collections.get")(function* (principal: Principal, id: string) {
  const { counted, row } = yield* findVisible(principal, id)
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
    refreshedAt: yield* refreshedAt(id),
    week: yield* weekOf(principal, row)
  } satisfies Collection
})

const Entry = Schema.Struct({
  itemId: Schema.String,
  note: Schema.NullOr(Schema.String),
  place: Schema.String
})

const entriesOf = (collectionId: string, ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Entry)(sql`
      select e.item_id as "itemId", e.note, e.place::text as place from collection_entries e
      where e.collection_id = ${collectionId} and e.item_id = any(${ids as Array<string>}::uuid[])`)
  )

/** A page of the members that the caller sees. */
export const listMembers = Effect.fn("collections.items")(function* (
  principal: Principal,
  id: string,
  { kind, page, perPage }: CollectionItemsParams
) {
  const { row } = yield* findVisible(principal, id)
  const context = yield* viewing(principal, [row])
  const window = { kind, limit: perPage, offset: (page - 1) * perPage }
  const { ids, total } = yield* withinTime(row.rules, pageOfMembers(context, row, window))
  const items = yield* shownMembers(principal, ids)
  const entries = new Map((yield* entriesOf(id, ids)).map((entry) => [entry.itemId, entry]))
  return {
    items: items.map((item) => ({
      ...item,
      note: entries.get(item.id)?.note ?? null,
      isPinned: entries.get(item.id)?.place === "pinned"
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
  const { row } = yield* findVisible(principal, id)
  const context = yield* viewing(principal, [row])
  return yield* withinTime(row.rules, playOrder(context, row, shuffle))
})
