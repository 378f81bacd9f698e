import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Page } from "@media/wire/Envelope"
import { ItemFilter, itemGroup, plainItem } from "../items/contract.ts"
import { bookKind } from "./kind.ts"

const schemas = plainItem("book", "Book")

export const BookSummary = schemas.summary
export type BookSummary = typeof BookSummary.Type
export const Book = schemas.detail
export type Book = typeof Book.Type

export class BooksGroup extends itemGroup("books", {
  name: "Book",
  path: bookKind.paths.list,
  list: HttpApiEndpoint.get("list", bookKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("BooksResponse", BookSummary)),
  detail: Book
}) {}
