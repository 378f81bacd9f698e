import { privateFolder } from "@media/kernel/PrivateFolder"
import * as Effect from "effect/Effect"
import { access, constants } from "node:fs/promises"
import { fromDisk } from "./Failures.ts"

/** Time limit for checking the folder, so that a network share that hangs does not block callers. */
const GIVE_UP_AFTER = "1 second"

/**
 * Returns a message for the administrator that explains why the cache is not writable. Undefined if it is writable.
 * Creates the folder if it is missing, but writes no files, so that a sleeping disk is not woken.
 */
export const cacheFault = (cacheDir: string): Effect.Effect<string | undefined> =>
  Effect.tryPromise({
    try: async () => {
      await privateFolder(cacheDir)
      await access(cacheDir, constants.W_OK | constants.X_OK)
    },
    catch: fromDisk
  }).pipe(
    Effect.match({ onSuccess: () => undefined, onFailure: ({ reason }) => reason }),
    Effect.disconnect,
    Effect.timeoutTo({
      duration: GIVE_UP_AFTER,
      onSuccess: (fault) => fault,
      onTimeout: () => "The cache directory does not respond. Check its disk."
    })
  )
