import { privateFolder } from "@media/kernel/PrivateFolder"
import * as Effect from "effect/Effect"
import { access, constants } from "node:fs/promises"
import { fromDisk } from "./Failures.ts"

/** A share that hangs must not hang those who ask. */
const GIVE_UP_AFTER = "1 second"

/**
 * Why nothing can be written to the cache at this moment, in words for an administrator; undefined when it can be. Makes
 * the folder where it is missing, and writes nothing else: a disk may sleep.
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
      onTimeout: () => "The cache directory does not answer"
    })
  )
