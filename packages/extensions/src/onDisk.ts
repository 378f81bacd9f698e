import * as Effect from "effect/Effect"
import { PackageRefused } from "./PackageRefused.ts"

/**
 * Runs file system calls. An error becomes a `PackageRefused` that begins with this sentence and ends with the error
 * code.
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
