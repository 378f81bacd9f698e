import * as Effect from "effect/Effect"
import { PackageRefused } from "./PackageRefused.ts"

/**
 * Returns a function that runs file system operations. It converts errors to `PackageRefused` with a message that
 * consists of `sentence` and the error code.
 */
export const onDiskSaying =
  (sentence: string) =>
  <A>(work: () => Promise<A>): Effect.Effect<A, PackageRefused> =>
    Effect.tryPromise({
      try: work,
      catch: (cause) =>
        cause instanceof PackageRefused
          ? cause
          : new PackageRefused({
              code: "disk",
              reason: `${sentence} (${(cause as NodeJS.ErrnoException).code ?? "unknown error"}).`
            })
    })
