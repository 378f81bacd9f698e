import { privateDatabaseConfig } from "@media/kernel/ProcessConfig"
import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { rebuildAll, type RebuildReport } from "@media/event-store/Rebuild"
import { registry } from "@media/features/generated/slices"
import * as PgLive from "@media/pg/PgLive"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const usage = `Usage: npm run projections -- check    compares the derived tables with the event log
       npm run projections -- rebuild  rebuilds the derived tables from the event log`

/**
 * Time limit in milliseconds for a single query. Rebuilding from a large event log may take a few minutes. The limit is
 * far longer, because it only has to stop a query that hangs.
 */
const queryTimeoutMillis = 3_600_000

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const printError = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const report = ({ events, projection, tables }: RebuildReport): boolean => {
  const isEqual = tables.every(({ onlyLive, onlyRebuilt }) => onlyLive === 0 && onlyRebuilt === 0)
  print(`${projection.padEnd(12)} ${events} events, ${isEqual ? "equal" : "DIFFERENT"}`)
  for (const { onlyLive, onlyRebuilt, table } of tables) {
    if (onlyLive + onlyRebuilt > 0)
      print(`  ${table}: ${onlyLive} rows exist only in the table, ${onlyRebuilt} only after a rebuild`)
  }
  return isEqual
}

const program = (replace: boolean) =>
  Effect.gen(function* () {
    const { dataDir, databaseUrl } = yield* privateDatabaseConfig
    const url = databaseUrl ?? (yield* EmbeddedPostgres.start({ dataDir, mode: "share" })).url
    const database = PgLive.layer({
      url,
      applicationName: "media-projections",
      maxConnections: 2,
      queryTimeoutMillis
    })
    const reports = yield* rebuildAll({ replace }).pipe(
      Effect.provide(Layer.merge(database, Layer.succeed(EventRegistry, registry)))
    )
    return reports.map(report).every((isEqual) => isEqual)
  })

/**
 * Runs `check` or `rebuild`. `check` exits with 1 if a projection's tables differ from the event log. `rebuild`
 * replaces the rows of these tables with rows derived from the log. The server and the worker may be running during a
 * rebuild.
 */
export const runProjections = ([verb]: ReadonlyArray<string>): void => {
  if (verb !== "check" && verb !== "rebuild") {
    printError(usage)
    process.exit(1)
  }
  const replace = verb === "rebuild"
  Effect.runPromise(Effect.scoped(program(replace))).then(
    (isEqual) => process.exit(isEqual || replace ? 0 : 1),
    (error: unknown) => {
      printError(error instanceof Error ? error.message : String(error))
      process.exit(1)
    }
  )
}
