import type { HlsSource } from "@media/media-tools/hls/HlsEngine"
import { RawFailure } from "@media/wire/RawRoute"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { sourceFor, type VideoSource } from "../videos/source.ts"

/** A client that asks for a stream of a file that is just arriving is held this long before it is told to retry. */
const probeWait = { attempts: 20, pause: "500 millis" } as const

export const toHlsSource = (source: VideoSource): Option.Option<HlsSource> =>
  Option.map(source.probe, (probe) => ({
    id: source.id,
    path: source.file,
    sizeBytes: source.size,
    mtimeMs: source.mtimeMs,
    probe
  }))

/** The probed file behind a visible video, waiting up to ten seconds for its probe. */
export const requireHlsSource = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    for (let attempt = 0; attempt < probeWait.attempts; attempt += 1) {
      const found = yield* Effect.orDie(sourceFor(principal, id))
      if (Option.isNone(found)) return yield* new RawFailure({ status: 404, text: "There is no such video." })
      const source = found.value
      const ready = toHlsSource(source)
      if (Option.isSome(ready) && source.status !== "missing") return { hls: ready.value, source }
      if (source.status === "failed") {
        return yield* new RawFailure({ status: 422, text: source.failure ?? "The file cannot be played." })
      }
      if (source.status === "missing")
        return yield* new RawFailure({ status: 404, text: "The file is missing." })
      yield* Effect.sleep(probeWait.pause)
    }
    return yield* new RawFailure({
      status: 503,
      text: "The file has not been examined yet.",
      retryAfterSeconds: 2
    })
  })
