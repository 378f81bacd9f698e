import { field } from "@media/query/Field"
import { number, oneOf, ref, text } from "@media/query/FieldType"
import { BookFormat } from "@media/books/BookFacts"
import { authorFields } from "../../catalog/related/fields.ts"
import { entities, fact, listedFact, relation } from "../../catalog/filters/sources.ts"

const kinds = ["book"]

/** Filter fields for the metadata of books. */
export const bookFields = [
  field("author", {
    kinds,
    type: ref("author", { fields: () => authorFields }),
    source: entities("author"),
    label: "Authors",
    searched: true,
    editable: true,
    cost: "lookup"
  }),
  field("bookSeries", {
    kinds,
    type: ref("book-series"),
    source: relation({ table: "book_facts", id: "series_id", name: "series" }),
    label: "Series",
    searched: true,
    cost: "lookup"
  }),
  field("seriesNumber", {
    kinds,
    type: number,
    source: fact("book_facts", "series_number"),
    aliases: ["number"],
    cost: "computed"
  }),
  field("format", {
    kinds,
    type: oneOf(BookFormat.literals),
    source: fact("book_facts", "format"),
    cost: "computed"
  }),
  field("language", { kinds, type: text, source: listedFact("book_facts", "language"), cost: "computed" }),
  field("publisher", { kinds, type: text, source: listedFact("book_facts", "publisher"), cost: "computed" }),
  field("pages", { kinds, type: number, source: fact("book_facts", "pages"), cost: "computed" })
]
