import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { type AtId, itemHandlers } from "../../catalog/items/http.ts"
import { reportReading } from "../../catalog/user-items/commands.ts"
import type { BookReport } from "../../catalog/user-items/contract.ts"
import { getBookProgress } from "../../catalog/user-items/queries.ts"
import { BookReadingGroup, BookFacetsGroup, BooksGroup, type BookFacetFilter } from "./contract.ts"
import { outlineOf, pageTextOf, passagesOf } from "./documents.ts"
import { getBook, listBooks } from "./queries.ts"
import { listBookSeries } from "./facets.ts"
import { removeItem } from "../../library/trash/commands.ts"

export const BooksLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(BooksGroup), "books", (handlers) =>
  handleAll(handlers, {
    ...itemHandlers({ kind: "book", list: listBooks, get: getBook, remove: removeItem }),
    progress: ({ path, payload }: AtId & { readonly payload: BookReport }) =>
      respondTo((principal) => reportReading(principal, path.id, payload))
  })
)

export const BookReadingLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BookReadingGroup),
  "bookReading",
  (handlers) =>
    handlers
      .handle("progress", Serve.get(getBookProgress))
      .handle("outline", Serve.get(outlineOf))
      .handle("passages", ({ path, urlParams }) =>
        respondTo((principal) => passagesOf(principal, path.id, urlParams.q))
      )
      .handle("pageText", ({ path, urlParams }) =>
        respondTo((principal) => pageTextOf(principal, path.id, urlParams.page))
      )
)

export const BookFacetsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BookFacetsGroup),
  "bookFacets",
  (handlers) =>
    handlers.handle("series", ({ urlParams }: { readonly urlParams: BookFacetFilter }) =>
      respondTo((principal) => listBookSeries(principal, urlParams))
    )
)
