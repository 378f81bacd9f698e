import { enqueue } from "@media/jobs/Enqueue"
import type { HlsSource } from "@media/media-tools/hls/HlsEngine"
import { RawFailure } from "@media/http/RawRoute"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { stat } from "node:fs/promises"
import { probeOf } from "../../media/videos/policy.ts"
import { sourceFor, type VideoSource } from "../../media/videos/source.ts"

/**
 * Limits how long a request for a stream waits for the examination of the file. If the wait takes longer, the client
 * gets a 503 and retries. The limit is five times the usual time from queuing a probe to its result.
 */
const probeWait = { attempts: 20, pause: "500 millis", retryAfterSeconds: 2 } as const

export const toHlsSource = (source: VideoSource): Option.Option<HlsSource> =>
  Option.map(source.probe, (probe) => ({
    id: source.id,
    path: source.file,
    root: source.root.path,
    sizeBytes: source.size,
    mtimeMs: source.mtimeMs,
    probe
  }))

const numbersOf = (source: VideoSource) =>
  Effect.tryPromise({
    try: async () => {
      const { mtimeMs, size } = await stat(source.file)
      return { size, mtimeMs: Math.floor(mtimeMs) }
    },
    // A viewer gets the same response for a missing file and for an unreachable file.
    catch: () => new RawFailure({ status: 404, text: "The file is missing." })
  })

const isAsKnown = (source: VideoSource, now: { readonly size: number; readonly mtimeMs: number }): boolean =>
  source.size === now.size && source.mtimeMs === now.mtimeMs

/**
 * Returns the probed file of a video that the caller may see. If the file was not probed yet, or has changed since its
 * probe failed, a probe is queued. The request then waits up to ten seconds for the result of the probe. Therefore, a
 * file that was incomplete during a scan can be played without a new scan.
 */
export const requireHlsSource = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    let now: Effect.Effect.Success<ReturnType<typeof numbersOf>> | undefined
    let reason = "The file has not been examined yet."
    for (let attempt = 0; attempt < probeWait.attempts; attempt += 1) {
      const found = yield* Effect.orDie(sourceFor(principal, id))
      if (Option.isNone(found)) return yield* new RawFailure({ status: 404, text: "Video not found." })
      const source = found.value
      const ready = toHlsSource(source)
      if (Option.isSome(ready) && source.status !== "missing") return { hls: ready.value, source }
      if (source.status === "missing")
        return yield* new RawFailure({ status: 404, text: "The file is missing." })
      const isFirst = now === undefined
      now ??= yield* numbersOf(source)
      if (source.status === "failed" && !source.isFailurePassing && isAsKnown(source, now)) {
        return yield* new RawFailure({ status: 422, text: source.failure ?? "The file cannot be played." })
      }
      if (isFirst) yield* Effect.orDie(enqueue([probeOf(source.id, source.label, "playback")]))
      if (source.isFailurePassing && source.failure !== null) reason = source.failure
      yield* Effect.sleep(probeWait.pause)
    }
    return yield* new RawFailure({
      status: 503,
      text: reason,
      retryAfterSeconds: probeWait.retryAfterSeconds
    })
  })
