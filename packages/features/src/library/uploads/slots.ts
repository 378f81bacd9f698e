import * as Effect from "effect/Effect"
import { UploadRefused } from "./errors.ts"

/** Maximum number of concurrent uploads per account and process. The web app sends two files at a time. */
export const MOST_AT_ONCE = 3
const RETRY_SECONDS = 5

const running = new Map<string, number>()

/** Runs `upload`. Fails with a 429 response if the account already has `MOST_AT_ONCE` running uploads. */
export const withSlot = <A, E, R>(accountId: string, upload: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.suspend(() => {
      const others = running.get(accountId) ?? 0
      if (others >= MOST_AT_ONCE)
        return new UploadRefused({
          status: 429,
          code: "too_many_uploads",
          message: `This account is already uploading ${MOST_AT_ONCE} files. Send this file when one of them is complete.`,
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
