import { elementOf, fieldOf, type PartValue } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import { collectionDecider, type CollectionState, emptyCollection } from "./decider.ts"
import type { CollectionEvent, CollectionSettings, Entry } from "./events.ts"

const settings: ReadonlyArray<keyof CollectionSettings> = [
  ...(["name", "description", "isShared", "isNsfw", "rules", "sort", "limit"] as const),
  ...(["coverItemId", "picture"] as const)
]
const entryPart = (itemId: string) => `entry/${itemId}`

const write = (
  values: ReadonlyMap<string, PartValue>,
  state: CollectionState
): ReadonlyArray<CollectionEvent> => {
  const { accountId, entries } = state
  if (values.get("exists") === false) return [{ _tag: "collection.removed.v1", accountId }]
  const isRestored = values.get("exists") === true
  const fields = Object.fromEntries([...values].filter(([part]) => settings.includes(part as never)))
  const changed = [...values].filter(([part]) => fieldOf(part) === "entry")
  const set = changed.flatMap(([, value]) => (value === null ? [] : [value as unknown as Entry]))
  const itemIds = changed.flatMap(([part, value]) => (value === null ? [elementOf(part)!] : []))
  // When the collection was removed, the projection deleted its rows, so the undo event must contain all of its entries
  // again.
  const touched = new Set(changed.map(([part]) => elementOf(part)))
  const kept = isRestored ? [...entries.values()].filter(({ itemId }) => !touched.has(itemId)) : []
  const all = [...kept, ...set]
  return [
    ...(isRestored || Object.keys(fields).length > 0
      ? [{ _tag: "collection.saved.v1" as const, accountId, ...state.settings!, ...fields }]
      : []),
    ...(all.length > 0 ? [{ _tag: "collection.entries-set.v1" as const, accountId, entries: all }] : []),
    ...(itemIds.length > 0 ? [{ _tag: "collection.entries-removed.v1" as const, accountId, itemIds }] : [])
  ]
}

/** Undoes changes to the settings and entries of a collection, for its owner. */
export const collectionUndo = eventUndo<CollectionState, CollectionEvent>({
  target: "own",
  isPrivate: true,
  rule: {
    initial: emptyCollection,
    evolve: collectionDecider.evolve,
    parts: {
      "collection.saved.v1": (_event, before) =>
        before.settings === undefined ? ["exists"] : ["exists", ...settings],
      "collection.removed.v1": () => ["exists"],
      "collection.entries-set.v1": ({ entries }) => entries.map(({ itemId }) => entryPart(itemId)),
      "collection.entries-removed.v1": ({ itemIds }) => itemIds.map(entryPart)
    },
    read: (state, part): PartValue => {
      if (part === "exists") return state.settings !== undefined && !state.isRemoved
      const id = elementOf(part)
      const value =
        id === undefined ? state.settings?.[part as keyof CollectionSettings] : state.entries.get(id)
      return (value ?? null) as PartValue
    },
    write
  }
})
