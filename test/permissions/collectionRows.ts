import { member, type Named, type RouteRow } from "./RouteRow.ts"

const id = ({ collection }: Named) => collection
const one = "/api/collections/:id"
const own: RouteRow = { ...member, id }
const permitted = { who: "the permitted, after a look", id } as const

/** The routes of collections. */
export const collectionRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/collections": {
    ...member,
    queries: ({ item, word }) => [`q=${word}`, "mode=dynamic", `itemId=${item["video"]}`]
  },
  "POST /api/collections": { ...member, onlyHidden: "makes a collection" },
  "POST /api/collections/preview": {
    ...member,
    body: ({ collection }) => ({ text: `in:${collection}` }),
    isRestless: "the response contains the duration of the evaluation",
    onlyHidden: "the response contains the duration of the evaluation"
  },
  "POST /api/collections/from-view": {
    ...member,
    body: ({ account }) => ({ viewId: account }),
    onlyHidden: "no account has a view"
  },
  [`GET ${one}`]: own,
  [`PATCH ${one}`]: { ...permitted, body: () => ({ description: "About" }) },
  [`DELETE ${one}`]: permitted,
  [`GET ${one}/items`]: { ...own, queries: () => ["kind=video", "perPage=2"] },
  [`POST ${one}/items`]: { ...permitted, body: ({ item }) => ({ itemIds: [item["video"]] }) },
  [`DELETE ${one}/items`]: { ...permitted, onlyHidden: "takes a body" },
  [`PUT ${one}/items/order`]: {
    ...permitted,
    body: ({ item }) => ({ itemIds: [item["video"]], before: null })
  },
  [`PATCH ${one}/items/:itemId`]: { ...permitted, body: () => ({ note: null }) },
  [`PUT ${one}/cover`]: { ...permitted, body: () => ({ itemId: null }) },
  [`GET ${one}/cover`]: own,
  [`POST ${one}/cover`]: permitted,
  [`GET ${one}/play-order`]: { ...own, queries: () => ["shuffle=one"] },
  [`GET ${one}/items/:itemId/why`]: own,
  [`GET ${one}/changes`]: own,
  [`POST ${one}/refresh`]: permitted,
  [`GET ${one}/export.m3u8`]: own,
  [`GET ${one}/export.json`]: own
}
