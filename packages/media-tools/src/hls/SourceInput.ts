import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { MediaPath } from "../MediaPath.ts"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "../PinnedFile.ts"
import { sourceChanged, sourceMissing } from "./Failures.ts"
import type { HlsSource } from "./HlsEngine.ts"
import { HlsUnavailable } from "./HlsErrors.ts"

/**
 * The path to read the source by, valid for as long as the scope lasts: that of the file that was examined, inside its
 * root, even when something else is put in its place now.
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
    : // What leads out of the root, or is no file any more, is not the file that was examined.
      sourceMissing()
