import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import { isSameJson } from "@media/kernel/Json"
import * as Either from "effect/Either"
import type { CollectionEvent, CollectionSettings, Entry, Membership } from "./events.ts"

/**
 * Maximum number of entries of a collection. The limit exists because every change reads the collection's whole stream.
 */
export const mostEntries = 20_000

/** Gap between the ordinals of new entries, so that other entries can later be moved between them. */
const gap = 1024

export type CollectionCommand =
  | { readonly _tag: "Create"; readonly accountId: string; readonly settings: CollectionSettings }
  | { readonly _tag: "Change"; readonly changes: Partial<CollectionSettings> }
  | {
      readonly _tag: "Put"
      readonly itemIds: ReadonlyArray<string>
      readonly membership: Membership
      /** If absent, existing entries keep their note and new entries get no note. */
      readonly note?: string | null
    }
  | { readonly _tag: "Take"; readonly itemIds: ReadonlyArray<string> }
  | { readonly _tag: "Move"; readonly itemIds: ReadonlyArray<string>; readonly before: string | null }
  | { readonly _tag: "Remove" }

export interface CollectionState {
  readonly accountId: string
  readonly settings: CollectionSettings | undefined
  /** True after a removal. The settings and entries are kept, so that undo can restore the collection. */
  readonly isRemoved: boolean
  readonly entries: ReadonlyMap<string, Entry>
}

export const emptyCollection: CollectionState = {
  accountId: "",
  settings: undefined,
  isRemoved: false,
  entries: new Map()
}

const inOrder = (entries: Iterable<Entry>): ReadonlyArray<Entry> =>
  [...entries].toSorted((a, b) => a.ordinal - b.ordinal || (a.itemId < b.itemId ? -1 : 1))

const changed = (entries: ReadonlyArray<Entry>, state: CollectionState): ReadonlyArray<Entry> =>
  entries.filter((entry) => !isSameJson(entry, state.entries.get(entry.itemId)))

/**
 * Returns the entries that get new ordinals when entries are moved. If the gap at the new position is too small, all
 * entries get new ordinals.
 */
const moved = (
  state: CollectionState,
  itemIds: ReadonlyArray<string>,
  before: string | null
): ReadonlyArray<Entry> => {
  const wanted = new Set(itemIds)
  const moving = [...wanted].flatMap((id) => state.entries.get(id) ?? [])
  const [first] = moving
  if (first === undefined) return []
  const others = inOrder(state.entries.values()).filter(
    ({ itemId, membership }) => membership === first.membership && !wanted.has(itemId)
  )
  const found = before === null ? -1 : others.findIndex(({ itemId }) => itemId === before)
  const at = found < 0 ? others.length : found
  const low = others[at - 1]?.ordinal ?? (others[at]?.ordinal ?? gap) - gap * (moving.length + 1)
  const high = others[at]?.ordinal ?? low + gap * (moving.length + 1)
  const step = Math.floor((high - low) / (moving.length + 1))
  if (step >= 1) return moving.map((entry, n) => ({ ...entry, ordinal: low + step * (n + 1) }))
  return [...others.slice(0, at), ...moving, ...others.slice(at)].map((entry, n) => ({
    ...entry,
    ordinal: gap * (n + 1)
  }))
}

export const collectionDecider: Decider<
  CollectionCommand,
  CollectionState,
  CollectionEvent,
  NotFound | Conflict
> = {
  initial: emptyCollection,
  decide: (command, state) => {
    if (command._tag === "Create")
      return Either.right([
        { _tag: "collection.saved.v1", accountId: command.accountId, ...command.settings }
      ])
    const { accountId, entries, settings } = state
    if (settings === undefined || state.isRemoved) return Either.left(new NotFound({ what: "collection" }))
    switch (command._tag) {
      case "Change": {
        const after = { ...settings, ...command.changes }
        return Either.right(
          isSameJson(after, settings) ? [] : [{ _tag: "collection.saved.v1", accountId, ...after }]
        )
      }
      case "Put": {
        const isDynamic = settings.rules !== null
        if ((command.membership === "item") === isDynamic)
          return Either.left(
            new Conflict({
              reason: isDynamic
                ? "The rule decides which items belong to this collection. Pin an item to keep it in the collection."
                : "This collection has no rule, so its items cannot be pinned or excluded. Add or remove items instead."
            })
          )
        let ordinal = Math.max(0, ...[...entries.values()].map((entry) => entry.ordinal))
        const put = [...new Set(command.itemIds)].map((itemId): Entry => {
          const known = entries.get(itemId)
          const isKept = known?.membership === command.membership
          if (!isKept) ordinal += gap
          return {
            itemId,
            membership: command.membership,
            ordinal: isKept ? known.ordinal : ordinal,
            note: command.note === undefined ? (known?.note ?? null) : command.note
          }
        })
        const next = changed(put, state)
        if (new Set([...entries.keys(), ...command.itemIds]).size > mostEntries)
          return Either.left(
            new Conflict({
              reason: `A collection can have at most ${mostEntries} items that were added, pinned or excluded by hand.`
            })
          )
        return Either.right(
          next.length === 0 ? [] : [{ _tag: "collection.entries-set.v1", accountId, entries: next }]
        )
      }
      case "Take": {
        const itemIds = [...new Set(command.itemIds)].filter((id) => entries.has(id))
        return Either.right(
          itemIds.length === 0 ? [] : [{ _tag: "collection.entries-removed.v1", accountId, itemIds }]
        )
      }
      case "Move": {
        const next = changed(moved(state, command.itemIds, command.before), state)
        return Either.right(
          next.length === 0 ? [] : [{ _tag: "collection.entries-set.v1", accountId, entries: next }]
        )
      }
      case "Remove":
        return Either.right([{ _tag: "collection.removed.v1", accountId }])
    }
  },
  evolve: (state, event) => {
    switch (event._tag) {
      case "collection.saved.v1": {
        const { _tag, accountId, ...settings } = event
        return { ...state, accountId, settings, isRemoved: false }
      }
      case "collection.entries-set.v1": {
        const entries = new Map(state.entries)
        for (const entry of event.entries) entries.set(entry.itemId, entry)
        return { ...state, entries }
      }
      case "collection.entries-removed.v1": {
        const entries = new Map(state.entries)
        for (const id of event.itemIds) entries.delete(id)
        return { ...state, entries }
      }
      case "collection.removed.v1":
        return { ...state, isRemoved: true }
    }
  }
}
