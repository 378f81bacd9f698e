import type { SearchName } from "@media/features/app/search/contract"
import type { RouteLocationRaw } from "vue-router"

/** The route of the page of each kind of name. */
const routes = {
  artist: "artist",
  author: "book-author",
  "book-series": "book-series-one",
  performer: "person",
  studio: "studio",
  tag: "tag"
} as const satisfies Record<SearchName["kind"], string>

/** The kinds of names that a search finds besides items. */
export const namedKinds = Object.keys(routes) as ReadonlyArray<SearchName["kind"]>

/** Returns the page of a performer, artist or other name that a search found. */
export const routeOfName = ({ id, kind }: Pick<SearchName, "id" | "kind">): RouteLocationRaw => ({
  name: routes[kind],
  params: { id }
})
