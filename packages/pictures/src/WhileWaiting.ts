import type { ReaderBusy } from "@media/children/guarded/GuardedReader"
import { NotReady } from "@media/kernel/Errors"
import type { DecoderBusy } from "./PictureErrors.ts"
import * as Effect from "effect/Effect"

/** Maximum time to wait for a picture. Browsers and reading apps do not wait longer. */
const WAITS = "50 seconds"
/** Retry time in seconds that a 503 response contains. */
export const RETRY_SECONDS = 10
export const retryLater = { "retry-after": String(RETRY_SECONDS) }

const notReady = () =>
  new NotReady({ reason: "The server is too busy to read this file. Try again in a few seconds." })

type Busy = DecoderBusy | ReaderBusy

const isBusy = (error: unknown): error is Busy => {
  const tag = (error as { readonly _tag?: unknown } | null)?._tag
  return tag === "DecoderBusy" || tag === "ReaderBusy"
}

/**
 * Runs `work`, which decodes or reads a file, for a waiting caller. Fails with `NotReady` (503) if
 * the decoder is busy or takes too long, because the file itself may be fine.
 */
export const whileWaiting = <A, E, R>(
  work: Effect.Effect<A, E | Busy, R>
): Effect.Effect<A, Exclude<E, Busy> | NotReady, R> =>
  work.pipe(
    Effect.timeoutFail({ duration: WAITS, onTimeout: notReady }),
    Effect.mapError((error) => (isBusy(error) ? notReady() : (error as Exclude<E, Busy> | NotReady)))
  )
