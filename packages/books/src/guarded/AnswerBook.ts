import { type Answering, answering } from "@media/children/guarded/AnswerTasks"
import type { Answer } from "@media/children/guarded/Task"
import * as Effect from "effect/Effect"
import type { BookFile } from "../BookFile.ts"
import { xmpFacts } from "../pdf/Xmp.ts"
import {
  bookCover,
  bookOutline,
  bookPage,
  bookPassages,
  bookResource,
  bookSpine,
  readBook
} from "../ReadBook.ts"
import * as Tasks from "./BookTasks.ts"

const fileOf = ({ name, path, root }: { readonly [key in keyof BookFile]: string }): BookFile => ({
  root: Buffer.from(root, "base64"),
  path: Buffer.from(path, "base64"),
  name
})

const alone = <A>(value: A): Answer<A> => ({ value, parts: [] })

/** Handlers in the reader process for the requests of `AskBook.ts`. */
export const bookAnswers: ReadonlyArray<Answering> = [
  answering(Tasks.readTask, (file) => Effect.map(readBook(fileOf(file)), alone)),
  answering(Tasks.spineTask, (file) => Effect.map(bookSpine(fileOf(file)), alone)),
  answering(Tasks.outlineTask, (file) => Effect.map(bookOutline(fileOf(file)), alone)),
  answering(Tasks.coverTask, (file) =>
    Effect.map(bookCover(fileOf(file)), (bytes) => ({
      value: { hasCover: bytes !== undefined },
      parts: bytes === undefined ? [] : [bytes]
    }))
  ),
  answering(Tasks.pageTask, ({ file, number }) =>
    Effect.map(bookPage(fileOf(file), number), (bytes) => ({ value: {}, parts: [bytes] }))
  ),
  answering(Tasks.resourceTask, ({ file, key }) =>
    Effect.map(bookResource(fileOf(file), key), ({ bytes, type }) => ({ value: { type }, parts: [bytes] }))
  ),
  answering(Tasks.passagesTask, ({ file, words }) => Effect.map(bookPassages(fileOf(file), words), alone)),
  answering(Tasks.xmpTask, (_, bytes) => Effect.sync(() => alone(xmpFacts(bytes.toString("utf8")))))
]
