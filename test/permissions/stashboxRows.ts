import { admin, empty, type Named, type RouteRow } from "./RouteRow.ts"

const one = "/api/stashbox-endpoints/:id"
const own = { ...admin, id: ({ account }: Named) => account, onlyHidden: "there is no stash-box" } as const
const lookup = { ...own, body: () => ({ query: "a name" }) }
const named = { ...own, body: ({ item }: Named) => ({ ids: [item["video"]] }) }

/** Routes of stash-boxes. */
export const stashboxRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/stashbox-endpoints": admin,
  "POST /api/stashbox-endpoints": { ...admin, onlyHidden: "adds a stash-box" },
  [`GET ${one}`]: own,
  [`PATCH ${one}`]: { ...own, body: empty },
  [`DELETE ${one}`]: own,
  [`POST ${one}/test`]: { ...own, body: empty },
  [`POST ${one}/identify`]: named,
  [`POST ${one}/lookup/performer`]: lookup,
  [`POST ${one}/lookup/studio`]: lookup,
  [`POST ${one}/lookup/tag`]: lookup,
  [`POST ${one}/submit-fingerprints`]: named,
  [`GET ${one}/submissions`]: own
}
