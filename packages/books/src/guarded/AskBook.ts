import { GuardedReader, ReaderGaveUp } from "@media/children/guarded/GuardedReader"
import * as Effect from "effect/Effect"
import { BookUnreadable } from "../BookErrors.ts"
import type { BookFile } from "../BookFile.ts"
import type { BookResource } from "../epub/Resource.ts"
import * as Tasks from "./BookTasks.ts"

// Each of these functions asks the reader process to run the function of the same name (in `ReadBook.ts` or `Xmp.ts`),
// and returns its result.

const question = ({ name, path, root }: BookFile) => ({
  root: Buffer.from(root).toString("base64"),
  path: Buffer.from(path).toString("base64"),
  name
})

/** Reports a book as unreadable if reading it took too much time or memory. */
const asUnreadable = <A, E, R>(asked: Effect.Effect<A, E | ReaderGaveUp, R>) =>
  Effect.mapError(asked, (error): Exclude<E, ReaderGaveUp> | BookUnreadable =>
    error instanceof ReaderGaveUp
      ? new BookUnreadable({ code: "too-large", reason: error.reason })
      : (error as Exclude<E, ReaderGaveUp>)
  )

const valueOf = <A, E, R>(asked: Effect.Effect<{ readonly value: A }, E | ReaderGaveUp, R>) =>
  asUnreadable(Effect.map(asked, ({ value }) => value))

const firstPart = (parts: ReadonlyArray<Buffer>): Buffer => parts[0] ?? Buffer.alloc(0)

/** Returns the metadata of a book. If a comic does not state its series, it is derived from the file name. */
export const readBook = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) => valueOf(ask(Tasks.readTask, question(file))))

/** Returns the bytes of the cover in its original image format, or undefined if no cover can be read from the book. */
export const bookCover = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    asUnreadable(
      Effect.map(ask(Tasks.coverTask, question(file)), ({ parts, value }) =>
        value.hasCover ? firstPart(parts) : undefined
      )
    )
  )

/** Returns the bytes of a page of a comic. `number` starts at 0. */
export const bookPage = (file: BookFile, number: number) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    asUnreadable(
      Effect.map(ask(Tasks.pageTask, { file: question(file), number }), ({ parts }) => firstPart(parts))
    )
  )

/** Returns the documents of an EPUB in reading order, or an empty list for other books. */
export const bookSpine = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) => valueOf(ask(Tasks.spineTask, question(file))))

/** Returns the documents of an EPUB and its table of contents. */
export const bookOutline = (file: BookFile) =>
  Effect.flatMap(GuardedReader, ({ ask }) => valueOf(ask(Tasks.outlineTask, question(file))))

/** Returns a file in an EPUB. `key` is the name of the file in the archive. */
export const bookResource = (file: BookFile, key: string) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    asUnreadable(
      Effect.map(
        ask(Tasks.resourceTask, { file: question(file), key }),
        ({ parts, value }): BookResource => ({ type: value.type, bytes: firstPart(parts) })
      )
    )
  )

/** Returns the passages of an EPUB that contain these words. */
export const bookPassages = (file: BookFile, words: string) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    valueOf(ask(Tasks.passagesTask, { file: question(file), words }))
  )

/** Reads the XMP metadata of a PDF. Returns null if the text is not XMP or takes too much CPU time to parse. */
export const xmpFacts = (xmp: string) =>
  Effect.flatMap(GuardedReader, ({ ask }) =>
    valueOf(ask(Tasks.xmpTask, {}, Buffer.from(xmp))).pipe(
      Effect.catchTag("BookUnreadable", () => Effect.succeed(null))
    )
  )
