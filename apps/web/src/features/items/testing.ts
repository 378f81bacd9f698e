import { kind } from "@/features/images/kind"
import type { ItemDefinition, ItemDetail } from "./definition"

/** For tests: an item that is fine. */
export const itemFixture: ItemDetail = {
  id: "i1",
  title: "Harbour",
  sortTitle: "harbour",
  status: "ready",
  isMissing: false,
  isNsfw: false,
  isOrganized: false,
  libraryId: "l1",
  date: null,
  rating: null,
  isFavorite: false,
  size: 1_000_000,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  details: null,
  rootId: "r1",
  path: "2024/harbour.jpg",
  failure: null,
  isFailurePassing: false,
  version: 1
}

/** For tests: a kind whose list holds `items`. */
export const makeDefinition = (
  items: ReadonlyArray<ItemDetail> = [itemFixture],
  over: Partial<ItemDefinition> = {}
): ItemDefinition => ({
  ...kind,
  sorts: ["createdAt", "title", "size"],
  list: (_filter, page, perPage) =>
    Promise.resolve({ items: items.slice((page - 1) * perPage, page * perPage), total: items.length }),
  get: (id) => Promise.resolve(items.find((item) => item.id === id) ?? itemFixture),
  update: (id, patch) =>
    Promise.resolve({
      ...(items.find((item) => item.id === id) ?? itemFixture),
      ...Object.fromEntries(Object.entries(patch).filter(([name]) => name !== "expectedVersion"))
    }),
  ...over
})
