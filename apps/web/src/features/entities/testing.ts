import type { EntityDetail } from "./entityKinds"

/** Test fixture: an entity without any facts. */
export const entityFixture: EntityDetail = {
  id: "e1",
  name: "Ingrid Bergman",
  disambiguation: null,
  isNsfw: false,
  picture: null,
  userState: { isFavorite: false, rating: null },
  count: 0,
  lastUsedAt: null,
  childCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  sortName: null,
  aliases: [],
  parents: [],
  ignoreAutoTag: false,
  counts: {},
  countsWithChildren: {},
  related: [],
  externalIds: {},
  version: 1
}
