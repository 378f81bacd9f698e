import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/filters/bounded.ts"
import { collectionDecider, type CollectionCommand, mostEntries } from "../../catalog/membership/decider.ts"
import type { CollectionSettings } from "../../catalog/membership/events.ts"
import { referencedCollections } from "../../catalog/membership/resolve.ts"
import type { StoredCollection } from "../../catalog/membership/stored.ts"
import * as Access from "../../platform/access/Access.ts"
import { commandBy } from "../../platform/access/Command.ts"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import { conditionOf } from "../bulk/queries.ts"
import { findView } from "../views/queries.ts"
import { requireNoCircle } from "./circles.ts"
import { mayEdit } from "./editing.ts"
import { textOfPage } from "./listPages.ts"
import { withIds } from "./names.ts"
import { findStored, getSaved, requireVisible } from "./queries.ts"
import { type Rule, readRule, type RuleInput } from "./rules.ts"
import type { AddedItems, CollectionPatch, ItemsOrder, NewCollection } from "./shapes.ts"

const execute = (principal: Principal, id: string, command: CollectionCommand) =>
  commandBy(principal, { streamId: id, decider: collectionDecider, command })

/**
 * Returns a collection if the caller may change it. Fails with `NotFound` if the caller may not see the collection, and
 * with a permission error if the caller may see but not change it.
 */
export const findEditable = Effect.fn("collections.findEditable")(function* (
  principal: Principal,
  id: string
) {
  const row = yield* findStored(principal, id)
  if (!mayEdit(principal, row)) {
    // If the caller may not see any item of a shared collection, the error is the same as for an unknown collection.
    yield* requireVisible(principal, row)
    yield* Access.require(principal, "share-collection")
    // The collection is private. Administrators cannot see private collections of other accounts.
    return yield* new NotFound({ what: "collection" })
  }
  return row
})

const invalid = (path: string, message: string) =>
  new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })

/**
 * Parses a rule and replaces names with ids. Fails if the rule creates a cycle, or if a shared rule uses a private
 * collection.
 */
const checkedRule = (
  principal: Principal,
  input: RuleInput,
  own: { readonly id: string; readonly name: string; readonly isShared: boolean }
) =>
  Effect.gen(function* () {
    const rule = yield* readRule(input)
    const { rules } = rule
    if (rules === undefined || rules === null) return rule
    const known = yield* withIds(principal, rules)
    const referenced = yield* referencedCollections(principal, [known])
    yield* requireNoCircle(own, known, referenced)
    const secret = own.isShared ? referenced.find(({ isShared }) => !isShared) : undefined
    if (secret !== undefined)
      return yield* invalid("rules", `uses "${secret.name}", which is not shared with everyone`)
    return { ...rule, rules: known } satisfies Rule
  })

const withoutUndefined = <A extends object>(fields: A): Partial<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<A>

export const createCollection = Effect.fn("collections.create")(function* (
  principal: Principal,
  {
    description = null,
    isNsfw = false,
    itemIds = [],
    name,
    page,
    visibility = "private",
    ...body
  }: NewCollection
) {
  const input = page === undefined ? body : { ...body, text: textOfPage(page, body.text ?? "") }
  const isShared = visibility === "everyone"
  if (isShared) yield* Access.require(principal, "share-collection")
  const id = uuidv7()
  const {
    limit = null,
    rules = null,
    sort = []
  } = yield* checkedRule(principal, input, {
    ...{ id, name, isShared }
  })
  if (rules !== null && itemIds.length > 0) return yield* invalid("itemIds", "cannot be combined with a rule")
  const settings: CollectionSettings = {
    ...{ name: name.trim(), description, isShared, isNsfw, rules, sort, limit },
    ...{ coverItemId: null, picture: null }
  }
  yield* execute(principal, id, { _tag: "Create", accountId: principal.accountId, settings })
  if (itemIds.length > 0) yield* putItems(principal, id, { itemIds })
  return yield* getSaved(principal, id)
})

export const changeCollection = Effect.fn("collections.change")(function* (
  principal: Principal,
  id: string,
  { description, isNsfw, name, visibility, ...input }: CollectionPatch
) {
  const row = yield* findEditable(principal, id)
  const isShared = visibility === undefined ? undefined : visibility === "everyone"
  if (isShared === true) yield* Access.require(principal, "share-collection")
  const own = { id, name: name ?? row.name, isShared: isShared ?? row.isShared }
  // Check the rule again, because a shared rule could reveal the contents of a private collection.
  const isRuleChecked = input.rules !== undefined || input.text !== undefined
  const rule = yield* checkedRule(
    principal,
    isRuleChecked || isShared !== true || row.rules === null ? input : { ...input, rules: row.rules },
    own
  )
  if (rule.rules !== undefined && (rule.rules === null) !== (row.rules === null))
    return yield* invalid(
      "rules",
      "cannot be added to a collection without a rule, or removed from one with a rule"
    )
  const changes = withoutUndefined({ description, isNsfw, isShared, ...rule, name: name?.trim() })
  yield* execute(principal, id, { _tag: "Change", changes: changes as Partial<CollectionSettings> })
  return yield* afterChange(principal, row, id)
})

/**
 * Returns the changed collection. An administrator who just stopped sharing a collection of a different account can no
 * longer see it, but still gets this response.
 */
const afterChange = (principal: Principal, before: StoredCollection, id: string) =>
  before.accountId === principal.accountId
    ? getSaved(principal, id)
    : Effect.catchTag(getSaved(principal, id), "NotFound", () =>
        getSaved({ ...principal, accountId: before.accountId, showNsfw: true }, id)
      )

export const removeCollection = Effect.fn("collections.remove")(function* (principal: Principal, id: string) {
  yield* findEditable(principal, id)
  yield* execute(principal, id, { _tag: "Remove" })
  return null
})

const Selected = Schema.Struct({ id: Schema.String })

/** Returns the ids of the items that match a list filter, in the order in which they were added to the library. */
const selected = (principal: Principal, { except, filter }: Pick<AddedItems, "except" | "filter">) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { where } = yield* conditionOf(principal, { filter, except })
    const rows = yield* bounded(
      undefined,
      rowsOf(Selected)(sql`
        select v.id from items v where ${where} order by v.created_at, v.id limit ${mostEntries + 1}::bigint`)
    )
    return rows.map((row) => row.id)
  })

/** Adds items to a collection. Skips hidden and unknown items. */
const putItems = (
  principal: Principal,
  id: string,
  { itemIds = [], note, membership = "item" }: Pick<AddedItems, "itemIds" | "note" | "membership">
) =>
  Effect.gen(function* () {
    const visible = new Set((yield* visibleItems(principal, itemIds)).map((item) => item.id))
    const found = [...new Set(itemIds)].filter((each) => visible.has(each))
    const recorded = yield* execute(principal, id, {
      _tag: "Put",
      itemIds: found,
      membership,
      ...(note === undefined ? {} : { note })
    })
    const changed = recorded.reduce(
      (sum, { event }) => sum + (event._tag === "collection.entries-set.v1" ? event.entries.length : 0),
      0
    )
    return { changed, skipped: new Set(itemIds).size - found.length }
  })

export const addItems = Effect.fn("collections.addItems")(function* (
  principal: Principal,
  id: string,
  body: AddedItems
) {
  const row = yield* findEditable(principal, id)
  const membership = body.membership ?? (row.rules === null ? "item" : "pinned")
  if ((body.filter === undefined) === (body.itemIds === undefined))
    return yield* invalid("itemIds", "exactly one of itemIds and filter must be given")
  const itemIds = body.itemIds ?? (yield* selected(principal, body))
  return yield* putItems(principal, id, { ...body, itemIds, membership })
})

export const removeItems = Effect.fn("collections.removeItems")(function* (
  principal: Principal,
  id: string,
  { itemIds }: { readonly itemIds: ReadonlyArray<string> }
) {
  yield* findEditable(principal, id)
  const recorded = yield* execute(principal, id, { _tag: "Take", itemIds })
  const changed = recorded.reduce(
    (sum, { event }) => sum + (event._tag === "collection.entries-removed.v1" ? event.itemIds.length : 0),
    0
  )
  return { changed, skipped: new Set(itemIds).size - changed }
})

export const orderItems = Effect.fn("collections.orderItems")(function* (
  principal: Principal,
  id: string,
  { before, itemIds }: ItemsOrder
) {
  yield* findEditable(principal, id)
  yield* execute(principal, id, { _tag: "Move", itemIds, before })
  return null
})

export const noteItem = Effect.fn("collections.noteItem")(function* (
  principal: Principal,
  id: string,
  itemId: string,
  note: string | null
) {
  yield* findEditable(principal, id)
  if ((yield* visibleItems(principal, [itemId])).length === 0) return yield* new NotFound({ what: "item" })
  const sql = yield* SqlClient.SqlClient
  const [entry] = yield* sql`
    select membership::text as membership from collection_entries where collection_id = ${id} and item_id = ${itemId}::uuid`
  if (entry === undefined) return yield* new NotFound({ what: "item in this collection" })
  const membership = entry["membership"] as NonNullable<AddedItems["membership"]>
  yield* execute(principal, id, { _tag: "Put", itemIds: [itemId], membership, note: note?.trim() || null })
  return null
})

export const chooseCover = Effect.fn("collections.chooseCover")(function* (
  principal: Principal,
  id: string,
  itemId: string | null
) {
  yield* findEditable(principal, id)
  if (itemId !== null && (yield* visibleItems(principal, [itemId])).length === 0)
    return yield* new NotFound({ what: "item" })
  yield* execute(principal, id, { _tag: "Change", changes: { coverItemId: itemId, picture: null } })
  return null
})

export const choosePicture = (principal: Principal, id: string, picture: CollectionSettings["picture"]) =>
  execute(principal, id, { _tag: "Change", changes: { picture } })

/** Creates a dynamic collection with the filter and sort order of a saved view. */
export const fromView = Effect.fn("collections.fromView")(function* (
  principal: Principal,
  { name, viewId }: { readonly viewId: string; readonly name?: string | undefined }
) {
  const { view } = yield* findView(principal, viewId)
  const sort = (view.sort ?? "")
    .split(",")
    .filter((key) => key !== "")
    .map((key) => ({
      field: key.replace(/^-/, ""),
      direction: key.startsWith("-") ? ("desc" as const) : ("asc" as const)
    }))
  return yield* createCollection(principal, {
    name: name ?? view.name,
    page: view.page,
    text: view.text,
    ...(sort.length === 0 ? {} : { sort })
  })
})
