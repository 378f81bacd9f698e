import { GuardedReader, ReaderGaveUp } from "@media/children/guarded/GuardedReader"
import * as Effect from "effect/Effect"
import { BookUnreadable } from "../BookErrors.ts"
import type { BookFile } from "../BookFile.ts"
import type { BookResource } from "../epub/Resource.ts"
import * as Tasks from "./BookTasks.ts"

// The functions of `ReadBook.ts`, executed in the guarded program.

const question = ({ name, path, root }: BookFile) => ({
  root: Buffer.from(root).toString("base64"),
  path: Buffer.from(path).toString("base64"),
  name
})

/** A book that takes too much time or memory counts as unreadable. */
const asUnreadable = <A, E, R>(asked: Effect.Effect<A, E | ReaderGaveUp, R>) =>
  Effect.mapError(asked, (error): Exclude<E, ReaderGaveUp> | BookUnreadable =>
    error instanceof ReaderGaveUp
      ? new BookUnreadable({ code: "too-large", reason: error.reason })
      : (error as Exclude<E, ReaderGaveUp>)
  )

const valueOf = <A, E, R>(asked: Effect.Effect<{ readonly value: A }, E | ReaderGaveUp, R>) =>
  asUnreadable(Effect.map(asked, ({ value }) => value))

const firstPart = (parts: ReadonlyArray<Buffer>): Buffer => parts[0] ?? Buffer.alloc(0)

/** Reads the metadata of a book. A comic without metadata is described by its file name. */
export const readBook = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) => valueOf(ask(Tasks.readTask, question(file))))

/** The bytes of a cover, of any type; undefined if the book has none that we can read. */
export const bookCover = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    asUnreadable(
      Effect.map(ask(Tasks.coverTask, question(file)), ({ parts, value }) =>
        value.hasCover ? firstPart(parts) : undefined
      )
    )
  )

/** The bytes of a page of a comic, counted from 0. */
export const bookPage = (file: BookFile, number: number) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    asUnreadable(
      Effect.map(ask(Tasks.pageTask, { file: question(file), number }), ({ parts }) => firstPart(parts))
    )
  )

/** The documents of an EPUB in reading order; empty for other books. */
export const bookSpine = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) => valueOf(ask(Tasks.spineTask, question(file))))

/** The documents of an EPUB, and its table of contents. */
export const bookOutline = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) => valueOf(ask(Tasks.outlineTask, question(file))))

/** A file in an EPUB, by its name in the archive. */
export const bookResource = (file: BookFile, key: string) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    asUnreadable(
      Effect.map(
        ask(Tasks.resourceTask, { file: question(file), key }),
        ({ parts, value }): BookResource => ({ type: value.type, bytes: firstPart(parts) })
      )
    )
  )

/** The passages with these words in an EPUB. */
export const bookPassages = (file: BookFile, words: string) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    valueOf(ask(Tasks.passagesTask, { file: question(file), words }))
  )

/** Reads the XMP of a PDF. Null if it is not XMP or costs too much to parse. */
export const xmpFacts = (xmp: string) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    valueOf(ask(Tasks.xmpTask, {}, Buffer.from(xmp))).pipe(
      Effect.catchTag("BookUnreadable", () => Effect.succeed(null))
    )
  )
