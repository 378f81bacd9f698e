import * as Effect from "effect/Effect"
import { UploadRefused } from "./errors.ts"

/** Uploads per account and process. The web app sends two at a time. */
export const MOST_AT_ONCE = 3
const RETRY_SECONDS = 5

const running = new Map<string, number>()

/** Runs an upload of the account, unless the account already runs the maximum number. */
export const withSlot = <A, E, R>(accountId: string, upload: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.suspend(() => {
      const others = running.get(accountId) ?? 0
      if (others >= MOST_AT_ONCE)
        return new UploadRefused({
          status: 429,
          code: "too_many_uploads",
          message: `${MOST_AT_ONCE} files of this account are being received already. Send this one when one of them is done.`,
          retryAfterSeconds: RETRY_SECONDS
        })
      return Effect.sync(() => void running.set(accountId, others + 1))
    }),
    () => upload,
    () =>
      Effect.sync(() => {
        const left = (running.get(accountId) ?? 1) - 1
        if (left > 0) running.set(accountId, left)
        else running.delete(accountId)
      })
  )
