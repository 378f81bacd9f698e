import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { MediaPath } from "../MediaPath.ts"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "../PinnedFile.ts"
import { sourceChanged, sourceMissing } from "./Failures.ts"
import type { HlsSource } from "./HlsEngine.ts"
import { HlsUnavailable } from "./HlsErrors.ts"

/**
 * Returns a path for reading the source, valid for the lifetime of the scope. It refers to the file that was probed,
 * even if another file has since taken its name.
 */
export const openSource = (source: HlsSource): Effect.Effect<MediaPath, HlsUnavailable, Scope.Scope> => {
  const { root } = source
  if (root === undefined) return Effect.succeed(source.path)
  return pinFile(root, source.path).pipe(
    Effect.mapError(toUnavailable),
    Effect.filterOrFail(
      ({ mtimeMs, size }) => size === source.sizeBytes && mtimeMs === Math.floor(source.mtimeMs),
      sourceChanged
    ),
    Effect.map(({ path }) => path)
  )
}

const toUnavailable = ({ code, reason }: FileUnopenable): HlsUnavailable =>
  code === "no-permission" || code === "busy" || code === "io-error"
    ? new HlsUnavailable({ code: "producer-failed", reason, isTransient: true })
    : // A path that leads outside the root, or is no longer a regular file, is not the probed file.
      sourceMissing()
