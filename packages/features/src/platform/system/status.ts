import * as SqlClient from "@effect/sql/SqlClient"
import { quarantinedCount } from "@media/event-store/Quarantine"
import { toTimestamp } from "@media/kernel/Timestamp"
import { advisoryOf } from "@media/media-tools/binaries/KnownHoles"
import { HardwareEncoders } from "@media/media-tools/hardware/HardwareEncoders"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { ToolLimits } from "@media/media-tools/process/ToolLimits"
import { cacheFault } from "@media/media-tools/hls/CacheFolder"
import { rowOf } from "@media/pg/Rows"
import { Sandbox } from "@media/sandbox/Sandbox"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Access from "../access/Access.ts"
import { currentSettings } from "../settings/queries.ts"
import { unreadableWarning } from "../secrets/sealedValues.ts"
import type { SystemStatus } from "./contract.ts"
import { GateKeeper } from "./gateKeeper.ts"
import type { Installation } from "./installation.ts"
import { backupsIn, folderState, scarceBytes } from "./machine.ts"
import { ffmpegState } from "./queries.ts"
import { levelOf } from "./sandbox.ts"
import { StandingWarnings } from "../../StandingWarnings.ts"
import { SystemInfo } from "./SystemInfo.ts"

/** Seconds without a heartbeat after which a worker counts as stopped. */
const workerSilence = 30

const DatabaseRow = Schema.Struct({
  server_version: Schema.String,
  bytes: Schema.Number,
  id: Schema.Int,
  applied_at: Schema.DateFromSelf
})

const databaseState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(DatabaseRow)(sql`
    select current_setting('server_version') as server_version,
           pg_database_size(current_database())::float8 as bytes, id, applied_at
    from schema_migrations order by id desc limit 1`)
  const { applied_at, bytes, id, server_version } = Option.getOrThrow(row)
  return {
    serverVersion: server_version.split(" ")[0] ?? server_version,
    bytes,
    schemaVersion: id,
    schemaChangedAt: toTimestamp(applied_at)
  }
})

const toolStates = Effect.gen(function* () {
  const binaries = yield* MediaBinaries
  const found = yield* Effect.forEach(["ffmpeg", "ffprobe"] as const, (name) =>
    Effect.map(Effect.either(binaries[name]), (tool) =>
      Either.match(tool, {
        onLeft: () => [],
        onRight: ({ path, source, version }) => [
          { name, path, source, version, advisory: advisoryOf(version) ?? null }
        ]
      })
    )
  )
  return found.flat()
})

/**
 * Returns the results of the encoder tests, or null if the tests take longer than 500 ms. Some drivers take seconds, so
 * the tests continue in the background and the page requests the status again.
 */
const encoderStates = Effect.gen(function* () {
  const { findings } = yield* HardwareEncoders
  const trials = yield* Effect.forkDaemon(findings)
  const known = yield* Effect.timeoutOption(Fiber.join(trials), "500 millis")
  return Option.getOrNull(known)
})

/**
 * Returns the tested sandbox, or null if the test takes longer than 500 ms. The test runs only once, in the background.
 */
const sandboxState = Effect.gen(function* () {
  const { sandbox } = yield* currentSettings
  const trial = yield* Effect.forkDaemon((yield* Sandbox).level)
  const known = yield* Effect.timeoutOption(Fiber.join(trial), "500 millis")
  return Option.getOrNull(
    Option.map(known, ({ cure = null, level, reason = null }) => ({
      level,
      required: levelOf(sandbox),
      reason,
      cure
    }))
  )
})

const installation = Effect.gen(function* () {
  const { cacheDir, dataDir } = yield* SystemInfo
  const children = yield* ToolLimits
  const [database, tools, encoders, sandbox, data, cache, backups] = yield* Effect.all(
    [
      databaseState,
      toolStates,
      encoderStates,
      sandboxState,
      folderState("data", dataDir),
      folderState("cache", cacheDir),
      backupsIn(dataDir)
    ],
    { concurrency: "unbounded" }
  )
  return {
    database,
    tools,
    encoders,
    children,
    sandbox,
    folders: [data, cache],
    backups,
    node: process.version,
    platform: `${process.platform} ${process.arch}`
  } satisfies Installation
})

/** Returns a warning if the sandbox is below the required level and the server may run third-party programs. */
const missingWalls = ({ sandbox }: Installation, isNeeded: boolean): ReadonlyArray<string> =>
  isNeeded && sandbox !== null && sandbox.level < sandbox.required
    ? [`Plugins and scripts do not run. ${sandbox.reason ?? ""} ${sandbox.cure ?? ""}`.trim()]
    : []

const scarcity = ({ folders }: Installation): ReadonlyArray<string> =>
  folders.flatMap(({ freeBytes, name }) =>
    freeBytes !== null && freeBytes < scarceBytes
      ? [`Less than ${scarceBytes / 1024 ** 3} GB of disk space is free for the ${name} folder.`]
      : []
  )

/**
 * Returns the system status. All callers get the version and the gate. Signed-in users also get the start time, and
 * administrators get all fields.
 */
export const systemStatus = (caller: Principal | null) =>
  Effect.gen(function* () {
    const { cacheDir, startedAt, version } = yield* SystemInfo
    const keeper = yield* GateKeeper
    const status = {
      bootState: keeper.closed() === undefined ? ("ready" as const) : ("gate" as const),
      version,
      breakingGate: keeper.asked(),
      startedAt: caller === null ? null : startedAt
    }
    if (caller === null || !Access.can(caller, "see-warnings"))
      return { ...status, warnings: [], ffmpeg: null, installation: null } satisfies SystemStatus
    const sql = yield* SqlClient.SqlClient
    const ffmpeg = yield* ffmpegState
    const fault = yield* cacheFault(cacheDir)
    const standing = yield* StandingWarnings
    const unreadable = yield* unreadableWarning
    const quarantined = yield* quarantinedCount
    const machine = yield* installation
    const { allow_scripts } = yield* currentSettings
    const alive = yield* sql`
      select 1 from workers where seen_at > now() - make_interval(secs => ${workerSilence}) limit 1`
    const isIdle = alive.length === 0 && status.bootState === "ready"
    return {
      ...status,
      ffmpeg: ffmpeg.used,
      installation: machine,
      warnings: [
        ...standing.all(),
        ...(unreadable === undefined ? [] : [unreadable]),
        ...ffmpeg.warnings,
        ...(fault === undefined ? [] : [`${fault}: videos can only be played without conversion.`]),
        ...missingWalls(machine, allow_scripts),
        ...scarcity(machine),
        ...(isIdle ? ["No worker is running: nothing is scanned or converted."] : []),
        ...(quarantined > 0 ? [`${quarantined} stored events cannot be read by this version.`] : [])
      ]
    } satisfies SystemStatus
  })
