import { kind } from "@/features/images/kind"
import type { ItemDefinition, ItemDetail, OwnRoutes, UserState } from "./definition"

/** Test fixture: a usable item. */
export const itemFixture: ItemDetail & { readonly rootId: string; readonly path: string } = {
  id: "i1",
  title: "Harbour",
  sortTitle: "harbour",
  status: "ready",
  isMissing: false,
  isNsfw: false,
  isOrganized: false,
  libraryId: "l1",
  date: null,
  userState: {
    isFavorite: false,
    rating: null,
    position: 0,
    playCount: 0,
    lastPlayedAt: null,
    isWatched: false
  },
  picture: null,
  size: 1_000_000,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  details: null,
  rootId: "r1",
  path: "2024/harbour.jpg",
  failure: null,
  isFailurePassing: false,
  fingerprints: { md5: null, oshash: null, phash: null, phashFailure: null },
  performers: [],
  studio: null,
  tags: [],
  externalIds: {},
  urls: [],
  sources: {},
  version: 1
}

/** Test helper: API routes that return the fixture's user state, including the requested change. */
export const makeOwnRoutes = (over: Partial<OwnRoutes> = {}): OwnRoutes => {
  const state = itemFixture.userState
  const answer = (change: Partial<UserState>) => () => Promise.resolve({ ...state, ...change })
  const nothing = () => Promise.resolve(null)
  return {
    favorite: nothing,
    unfavorite: nothing,
    rate: nothing,
    watch: answer({ isWatched: true, playCount: 1 }),
    unwatch: answer({ isWatched: false }),
    play: answer({}),
    progress: ({ body }) => Promise.resolve({ ...state, position: body.position }),
    forgetProgress: answer({ position: 0 }),
    remove: ({ path: { id } }) => Promise.reject(new Error(`not removed in a test: ${id}`)),
    ...over
  }
}

/** Test helper: a kind whose list contains `items`. */
export const makeDefinition = (
  items: ReadonlyArray<ItemDetail> = [itemFixture],
  over: Partial<ItemDefinition> = {}
): ItemDefinition => ({
  ...kind,
  sorts: ["createdAt", "title", "size"],
  aspect: 1,
  list: (_filter, page, perPage) =>
    Promise.resolve({ items: items.slice((page - 1) * perPage, page * perPage), total: items.length }),
  get: (id) => Promise.resolve(items.find((item) => item.id === id) ?? itemFixture),
  update: (id, patch) =>
    Promise.resolve({
      ...(items.find((item) => item.id === id) ?? itemFixture),
      ...Object.fromEntries(Object.entries(patch).filter(([name]) => name !== "expectedVersion"))
    }),
  own: makeOwnRoutes(),
  ...over
})
