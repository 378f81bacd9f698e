import { RawFailure, type RawExchange } from "@media/http/RawRoute"
import { baseOf, wholeBaseOf } from "@media/http/request/OwnAddress"
import type { NotFound } from "@media/kernel/Errors"
import { MOST_PER_PAGE, PER_PAGE } from "./books.ts"
import type { Asked } from "./catalog.ts"

export const missing = () => new RawFailure({ status: 404, text: "There is no such page in this catalog." })

export const isMissing = (error: unknown): error is NotFound =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "NotFound"

const limitIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_PER_PAGE ? Number(text) : undefined

/**
 * The maximum page number, which is higher than that of any real catalog. A page after the last page is empty and links
 * to the last page.
 */
const MOST_PAGES = 100_000

/** Parses a page number. An invalid number means the first page, because users edit URLs. */
const pageIn = (text: string | null): number =>
  text !== null && /^\d+$/.test(text) ? Math.min(Math.max(1, Number(text)), MOST_PAGES) : 1

/** Parses a request for a page of the catalog with this base path. */
export const askedIn = ({ principal, request }: RawExchange, catalog: string): Asked => {
  const url = new URL(request.url ?? "", "http://server")
  const text = (name: string) => url.searchParams.get(name) ?? undefined
  const perPage = limitIn(url.searchParams.get("limit"))
  return {
    principal,
    base: baseOf(request),
    wholeBase: wholeBaseOf(request),
    path: url.pathname.slice(url.pathname.indexOf(catalog) + catalog.length),
    query: {
      q: text("q") ?? text("query"),
      order: text("order"),
      library: text("library"),
      format: text("format"),
      language: text("language"),
      limit: perPage === undefined ? undefined : String(perPage)
    },
    page: pageIn(url.searchParams.get("page")),
    perPage: perPage ?? PER_PAGE
  }
}
