import { task } from "@media/children/guarded/Task"
import { FileUnopenable } from "@media/kernel/HeldFile"
import * as Schema from "effect/Schema"
import { BookUnreadable } from "../BookErrors.ts"
import { AuthorRole, BookFormat } from "../BookFacts.ts"

// The requests about books that the reader process handles. `AskBook.ts` sends them, and `AnswerBook.ts` handles them.

const refusal = Schema.Union(BookUnreadable, FileUnopenable)
const nullable = Schema.NullOr(Schema.String)

/** A `BookFile` with `root` and `path` encoded in base64. */
const File = Schema.Struct({ root: Schema.String, path: Schema.String, name: Schema.String })

const authors = Schema.Array(Schema.Struct({ name: Schema.String, role: AuthorRole }))
const series = Schema.NullOr(Schema.Struct({ name: Schema.String, number: Schema.NullOr(Schema.Number) }))
const described = {
  title: nullable,
  authors,
  series,
  language: nullable,
  publisher: nullable,
  description: nullable,
  date: nullable
}

const Facts = Schema.Struct({
  ...described,
  format: BookFormat,
  pages: Schema.NullOr(Schema.Number),
  isRightToLeft: Schema.Boolean,
  isProtected: Schema.Boolean
})

const side = Schema.NullOr(Schema.Literal("left", "right", "center"))
const Spine = Schema.Array(
  Schema.Struct({ href: Schema.String, type: Schema.String, share: Schema.Number, side })
)

const Outline = Schema.Struct({
  documents: Schema.Array(Schema.Struct({ href: Schema.String, share: Schema.Number, side })),
  entries: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      href: Schema.String,
      fragment: Schema.String,
      depth: Schema.Number
    })
  ),
  isRightToLeft: Schema.Boolean,
  isFixedLayout: Schema.Boolean,
  hasSpreads: Schema.Boolean
})

const Passages = Schema.Struct({
  passages: Schema.Array(
    Schema.Struct({
      href: Schema.String,
      progression: Schema.Number,
      before: Schema.String,
      match: Schema.String,
      after: Schema.String
    })
  ),
  isComplete: Schema.Boolean
})

/** Maximum size in bytes of a cover, page or other file that the reader process returns. */
const MOST_BYTES = 64 * 1024 ** 2
const usual = { refusal, seconds: 10, mostBytes: 0 }

export const readTask = task({ ...usual, name: "books.read", question: File, answer: Facts })
export const spineTask = task({ ...usual, name: "books.spine", question: File, answer: Spine })
export const outlineTask = task({ ...usual, name: "books.outline", question: File, answer: Outline })
export const coverTask = task({
  ...usual,
  name: "books.cover",
  question: File,
  answer: Schema.Struct({ hasCover: Schema.Boolean }),
  mostBytes: MOST_BYTES
})
export const pageTask = task({
  ...usual,
  name: "books.page",
  question: Schema.Struct({ file: File, number: Schema.Number }),
  answer: Schema.Struct({}),
  mostBytes: MOST_BYTES
})
export const resourceTask = task({
  ...usual,
  name: "books.resource",
  question: Schema.Struct({ file: File, key: Schema.String }),
  answer: Schema.Struct({ type: Schema.String }),
  mostBytes: MOST_BYTES
})
export const passagesTask = task({
  ...usual,
  name: "books.passages",
  question: Schema.Struct({ file: File, words: Schema.String }),
  answer: Passages,
  seconds: 20,
  isLong: true
})
/** Parses the XMP metadata of a PDF, which is sent as the bytes of the request. */
export const xmpTask = task({
  ...usual,
  name: "books.xmp",
  question: Schema.Struct({}),
  answer: Schema.NullOr(Schema.Struct(described))
})
