import type { BookUnreadable } from "@media/books/BookErrors"
import type { BookFacts } from "@media/books/BookFacts"
import { readBook } from "@media/books/guarded/AskBook"
import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { followSources } from "../../catalog/items/relatedSources.ts"
import { itemDecider } from "../../catalog/items/decider.ts"
import { type FileStamp, isSameFile } from "../../catalog/items/fileState.ts"
import { type ItemSource, sourceOfKind } from "../../catalog/items/source.ts"
import { followUpsNow } from "../../FollowUps.ts"
import { recordDocument } from "./readerDocuments.ts"
import { bookDecider } from "./decider.ts"
import { bookKind } from "./kind.ts"
import { readPdf } from "./pdf.ts"
import { bookRead } from "./queue.ts"
import { READING } from "./reading.ts"

const meta = { cause: bookRead.name } as const

/**
 * Returns the error that makes the job retry, because the file changed while it was being read. The next scan also
 * notices the new content and queues another job.
 */
const changed = () => new RetryableFailure({ message: "The file changed while it was being read" })

const stampOf = (source: ItemSource) =>
  Effect.scoped(
    Effect.map(pinFile(source.root.path, source.file), ({ mtimeMs, size }): FileStamp => ({ mtimeMs, size }))
  )

const record = (source: ItemSource, stamp: FileStamp, { date, description, title, ...facts }: BookFacts) =>
  transaction(
    Effect.gen(function* () {
      const store = yield* EventStore
      const said = { title, date, details: description }
      yield* store.execute({
        streamId: source.id,
        decider: bookDecider,
        command: { _tag: "RecordRead", ...stamp, said, ...facts },
        meta
      })
      yield* followSources(source.id, ["authors"], meta)
      const { id, label, libraryId } = source
      const examined = { id, kind: bookKind.kind, label, libraryId, triggeredBy: bookRead.name }
      yield* enqueue(yield* followUpsNow(examined))
    })
  )

/** Records the reason as the scan result of the file. The file list and the book's page show the reason. */
const recordUnreadable = (source: ItemSource, stamp: FileStamp, { reason }: BookUnreadable) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: source.id,
      decider: itemDecider,
      command: { _tag: "RecordProbeFailure", ...stamp, reason },
      meta
    })
  )

const busy = ({ reason }: { readonly reason: string }) => new RetryableFailure({ message: reason })

const unopenable = ({ code, reason }: FileUnopenable) => {
  if (code === "not-found")
    return new PermanentFailure({
      message: "The file no longer exists. The next scan will mark it as missing."
    })
  return code === "outside-root" || code === "not-a-file"
    ? new PermanentFailure({ message: reason })
    : new RetryableFailure({ message: reason })
}

/** Reads the metadata of a book. If the file is damaged, encrypted or malicious, the reason is recorded. */
export const bookReadProcessor = processor(bookRead, ({ itemId }, context) =>
  Effect.gen(function* () {
    const source = Option.getOrUndefined(yield* sourceOfKind("book", itemId))
    if (source === undefined) return { skipped: "The book was removed" }
    if (source.status === "missing") return { skipped: "The file is missing" }
    const before = yield* stampOf(source)
    if (!isSameFile(before, source)) return yield* changed()
    yield* context.progress({ phase: "Reading the book" })
    const read = yield* Effect.flatMap(
      readBook({ root: source.root.path, path: source.file, name: source.label }),
      (facts) =>
        facts.format === "pdf"
          ? Effect.map(
              Effect.zipRight(context.progress({ phase: "Reading the PDF" }), readPdf(source)),
              (own): BookFacts => ({ ...facts, ...own })
            )
          : Effect.succeed(facts)
    ).pipe(
      Effect.map(Either.right),
      Effect.catchTags({
        BookUnreadable: (error) => Effect.succeed(Either.left(error)),
        FileUnopenable: (error) => Effect.succeed(Either.left(error)),
        // Fail the job before `recordDocument` below records the book as read, so that `backfill.ts` finds the book
        // again.
        DecoderBusy: busy,
        ReaderBusy: busy
      })
    )
    yield* recordDocument(source, before, READING)
    if (!isSameFile(yield* stampOf(source), before)) return yield* changed()
    if (read._tag === "Left") {
      if (read.left._tag === "FileUnopenable") return yield* read.left
      yield* recordUnreadable(source, before, read.left)
      return yield* new PermanentFailure({ message: read.left.reason })
    }
    yield* record(source, before, read.right)
    const { format, pages } = read.right
    return { format, pages }
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The book was removed" }),
      ProbeOutdated: changed,
      FileUnopenable: unopenable
    })
  )
)
