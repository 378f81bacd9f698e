import type { BookUnreadable } from "@media/books/BookErrors"
import type { BookResource } from "@media/books/epub/Resource"
import type { ReaderBusy } from "@media/children/guarded/GuardedReader"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

// A cache of sanitized EPUB documents. Sanitizing takes half a second of CPU time per MiB, and reading apps request the
// same documents repeatedly.

type Answer = Either.Either<BookResource, BookUnreadable>

/** Maximum size of the cache in bytes. */
const MOST_BYTES = 32 * 1024 ** 2
/** Estimated memory overhead of a cache entry in bytes, in addition to its key and content. */
const ENTRY_BYTES = 500

/** Cache entries, with the most recently used entry last. */
const cache = new Map<string, { readonly answer: Answer; readonly bytes: number }>()
let totalBytes = 0

const drop = (key: string): void => {
  totalBytes -= cache.get(key)?.bytes ?? 0
  cache.delete(key)
}

const keep = (key: string, answer: Answer): void => {
  drop(key)
  const bytes = ENTRY_BYTES + 2 * key.length + (Either.isRight(answer) ? answer.right.bytes.length : 0)
  if (bytes > MOST_BYTES / 2) return
  cache.set(key, { answer, bytes })
  totalBytes += bytes
  for (const oldest of cache.keys()) {
    if (totalBytes <= MOST_BYTES) break
    drop(oldest)
  }
}

/**
 * True for files that were sanitized. Other files, such as pictures and fonts, are not worth caching, because they are
 * only copied from the archive.
 */
const isCleaned = ({ type }: BookResource): boolean =>
  /^(?:application\/xhtml|text\/css|image\/svg)/.test(type)

/**
 * Locks for the documents that are being sanitized. A second request for the same document waits and then uses the
 * cached result.
 */
const underWay = new Map<string, { readonly semaphore: Effect.Semaphore; askers: number }>()

const inTurn = <A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const turn = underWay.get(key) ?? { semaphore: Effect.unsafeMakeSemaphore(1), askers: 0 }
      underWay.set(key, turn)
      turn.askers += 1
      return turn
    }),
    ({ semaphore }) => semaphore.withPermits(1)(work),
    (turn) =>
      Effect.sync(() => {
        turn.askers -= 1
        if (turn.askers === 0) underWay.delete(key)
      })
  )

/**
 * Returns the result of `clean`, from the cache if possible. Failures are cached too, because malicious documents take
 * the most time. `key` identifies the content of the book and a file in the book.
 */
export const cachedResource = <R>(
  key: string,
  clean: Effect.Effect<BookResource, BookUnreadable | FileUnopenable | ReaderBusy, R>
): Effect.Effect<BookResource, BookUnreadable | FileUnopenable | ReaderBusy, R> =>
  inTurn(
    key,
    Effect.suspend(() => {
      const known = cache.get(key)?.answer
      if (known !== undefined) {
        keep(key, known)
        return known
      }
      return clean.pipe(
        Effect.tap((resource) =>
          Effect.sync(() => {
            if (isCleaned(resource)) keep(key, Either.right(resource))
          })
        ),
        Effect.tapErrorTag("BookUnreadable", (refusal) => Effect.sync(() => keep(key, Either.left(refusal))))
      )
    })
  )

/** Returns the current size of the cache in bytes. Used by tests. */
export const cachedBytes = (): number => totalBytes
