import * as SqlClient from "@effect/sql/SqlClient"
import { list } from "@media/jobs/JobRuns"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { MaintenanceReport, type StorageUsage } from "./contract.ts"
import { ClearableKind } from "../libraries/queue.ts"
import { StorageKind } from "./ids.ts"
import { GeneratedFiles, type GeneratedFilesShape } from "./GeneratedFiles.ts"
import { type Measured, measure } from "./measure.ts"
import { GENERATED_FILES, generatedFilesRuns } from "./policy.ts"

const Library = Schema.Struct({ id: Schema.String, name: Schema.String })

export const libraryNames = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const rows = yield* rowsOf(Library)(
      sql`select id, name from libraries l where ${visibility.libraries("l")}`
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  })

const Root = Schema.Struct({ path: Schema.String })

/** Removes the paths of folders that the caller may not see from a report. */
const withoutHiddenFolders = (principal: Principal, report: MaintenanceReport | null) =>
  Effect.gen(function* () {
    if (report === null || principal.showNsfw) return report
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const rows = yield* rowsOf(Root)(sql`
      select r.path from library_roots r join libraries l on l.id = r.library_id where ${visibility.libraries("l")}`)
    const seen = new Set(rows.map(({ path }) => path))
    const left = report.left.map((one) =>
      one.folder === null || seen.has(one.folder) ? one : { ...one, folder: null }
    )
    return { ...report, left }
  })

/** Time in milliseconds for which a measurement is reused. Open pages request the usage more often than this. */
const FRESH_MS = 60_000
/** Maximum time that a request waits for a measurement. */
const PAGE_WAITS = "2 seconds"

type Result = Effect.Effect.Success<typeof measure>
interface Measurement {
  known?: { readonly result: Result; readonly atMs: number }
  running?: Fiber.RuntimeFiber<unknown, unknown>
}
/**
 * The last measurement of each server in this process, keyed by the server's folders of generated files. Tests run
 * several servers in one process.
 */
const measurements = new WeakMap<GeneratedFilesShape, Measurement>()

/**
 * Returns the last measurement. If the measurement is too old, or older than `changedAtMs`, starts a new measurement
 * and waits briefly for its result.
 */
const measured = Effect.fnUntraced(function* (changedAtMs: number) {
  const made = yield* GeneratedFiles
  const state = measurements.get(made) ?? {}
  measurements.set(made, state)
  const now = yield* Clock.currentTimeMillis
  const known = state.known
  if (known !== undefined && now - known.atMs < FRESH_MS && known.atMs > changedAtMs) return state
  if (state.running === undefined) {
    const run = Effect.gen(function* () {
      const result = yield* measure
      state.known = { result, atMs: yield* Clock.currentTimeMillis }
    }).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logWarning("The size of the generated files could not be measured", cause)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          delete state.running
        })
      )
    )
    state.running = yield* Effect.forkDaemon(run)
  }
  const { running } = state
  if (running !== undefined) yield* Effect.timeoutOption(Fiber.await(running), PAGE_WAITS)
  return state
})

const order = StorageKind.literals
const canClear = Schema.is(ClearableKind)

const toKinds = (sums: ReadonlyArray<Measured>, names: ReadonlyMap<string, string>): StorageUsage["kinds"] =>
  order.map((kind) => {
    const of = sums.filter((sum) => sum.kind === kind)
    const libraries = of.flatMap(({ bytes, items, libraryId }) => {
      const name = libraryId === null ? undefined : names.get(libraryId)
      return libraryId === null || name === undefined
        ? []
        : [{ library: { id: libraryId, name }, items, bytes }]
    })
    const others = of.filter(({ libraryId }) => libraryId === null || !names.has(libraryId))
    const rest = {
      library: null,
      items: others.reduce((sum, { items }) => sum + items, 0),
      bytes: others.reduce((sum, { bytes }) => sum + bytes, 0)
    }
    return {
      kind,
      items: of.reduce((sum, { items }) => sum + items, 0),
      bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
      canClear: canClear(kind),
      libraries: [...libraries, ...(others.length > 0 ? [rest] : [])].toSorted((a, b) => b.bytes - a.bytes)
    }
  })

const decodeReport = Schema.decodeUnknownOption(MaintenanceReport)

const lastRun = Effect.gen(function* () {
  const { items } = yield* list({
    queue: generatedFilesRuns.queue,
    targetType: GENERATED_FILES,
    page: 1,
    perPage: 1
  })
  const run = items[0]
  if (run === undefined) return null
  return {
    jobRunId: run.id,
    status: run.status,
    at: run.finishedAt ?? run.startedAt ?? run.queuedAt,
    report: Option.getOrNull(decodeReport(run.result))
  }
})

/** Returns the amount of generated files by kind and library, and the last maintenance run. */
export const storageUsage = Effect.fn("storage.usage")(function* (principal: Principal) {
  const found = yield* lastRun
  const run =
    found === null ? null : { ...found, report: yield* withoutHiddenFolders(principal, found.report) }
  const { known, running } = yield* measured(run?.status === "completed" ? Date.parse(run.at) : 0)
  const names = yield* libraryNames(principal)
  return {
    measuredAt: known === undefined ? null : toTimestamp(new Date(known.atMs)),
    isMeasuring: running !== undefined,
    isComplete: known?.result.isComplete ?? true,
    disk: known?.result.disk ?? null,
    kinds: toKinds(known?.result.sums ?? [], names),
    lastRun: run
  } satisfies StorageUsage
})
