import * as SqlClient from "@effect/sql/SqlClient"
import { quarantinedCount } from "@media/event-store/Quarantine"
import { workers } from "@media/jobs/QueueSummaries"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { cacheFault } from "@media/media-tools/hls/CacheFolder"
import type { RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Health } from "./contract.ts"
import { GateKeeper } from "./gateKeeper.ts"
import { SystemInfo } from "./SystemInfo.ts"

/** Returns the ffmpeg and ffprobe that were found, and their problems. */
export const ffmpegState = Effect.gen(function* () {
  const binaries = yield* MediaBinaries
  const [ffmpeg, ffprobe] = yield* Effect.all(
    [Effect.either(binaries.ffmpeg), Effect.either(binaries.ffprobe)],
    { concurrency: 2 }
  )
  const warnings = [ffmpeg, ffprobe].flatMap((tool) =>
    Either.match(tool, {
      onLeft: (missing) => [missing.message],
      onRight: ({ warning }) => (warning === undefined ? [] : [warning])
    })
  )
  return {
    available: Either.isRight(ffmpeg) && Either.isRight(ffprobe),
    version: Either.match(ffmpeg, { onLeft: () => null, onRight: ({ version }) => version }),
    used: Either.match(ffmpeg, {
      onLeft: () => null,
      onRight: ({ source, version, warning }) => ({ source, version, warning: warning ?? null })
    }),
    warnings
  }
})

/**
 * Returns the health of the server within about three seconds, even if the database does not respond. The result is
 * public, so it contains no paths, names or counts.
 */
export const health = Effect.gen(function* () {
  const { cacheDir, version } = yield* SystemInfo
  const sql = yield* SqlClient.SqlClient
  const { closed } = yield* GateKeeper
  const ffmpeg = yield* ffmpegState
  const fault = yield* cacheFault(cacheDir)
  const probe = yield* Effect.gen(function* () {
    yield* sql`select 1`
    const [worker] = yield* workers()
    return { lastSeenAt: worker?.seenAt ?? null, quarantined: yield* quarantinedCount }
  }).pipe(
    // Do not wait for the cancellation of the query, because canceling an unresponsive query takes seconds.
    Effect.disconnect,
    Effect.timeoutOption("3 seconds"),
    Effect.catchAll(() => Effect.succeed(Option.none()))
  )
  const isWell = Option.match(probe, { onNone: () => false, onSome: ({ quarantined }) => quarantined === 0 })
  return {
    status:
      closed() !== undefined ? "gate" : isWell && ffmpeg.available && fault === undefined ? "ok" : "degraded",
    version,
    database: Option.isSome(probe) ? "ok" : "away",
    worker: {
      lastSeenAt: Option.match(probe, { onNone: () => null, onSome: ({ lastSeenAt }) => lastSeenAt })
    },
    ffmpeg: { available: ffmpeg.available, version: ffmpeg.version }
  } satisfies Health
})

const isPrivate = (address: string): boolean =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address) ||
  address === "::1" ||
  /^f[cd][0-9a-f]{2}:|^fe80:/i.test(address)

export const clientInfo = (origin: RequestOrigin) => ({
  ipAddress: origin.ipAddress,
  isLan: isPrivate(origin.ipAddress),
  userAgent: origin.userAgent
})
