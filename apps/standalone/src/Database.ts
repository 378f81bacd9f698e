import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { copyLine, type Upgrade } from "@media/kernel/UpgradeCopies"
import { dumpBefore } from "@media/pg/UpgradeDump"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import pg from "pg"
import { print, step } from "./Output.ts"
import { copyWhenUpgraded } from "./ColdCopy.ts"
import type { Refusal } from "./Refusal.ts"
import { refuse } from "./Refusal.ts"
import type { StandaloneConfig } from "./StandaloneConfig.ts"

export interface Database {
  readonly url: string
  readonly lost: Effect.Effect<never, Refusal>
  /**
   * Dumps the operator's own database before an upgrade. Does nothing for the private database, which is copied before
   * it starts.
   */
  readonly beforeUpgrade: (upgrade: Upgrade) => Effect.Effect<void>
}

/**
 * Connects to the operator's own PostgreSQL if DATABASE_URL is set, or else starts the private PostgreSQL of the data
 * directory.
 */
export const openDatabase = (
  config: Pick<StandaloneConfig, "databaseUrl" | "dataDir" | "migrationsDir">
): Effect.Effect<Database, Refusal, Scope.Scope> =>
  config.databaseUrl === undefined
    ? privateDatabase(config)
    : givenDatabase(config.databaseUrl, config.dataDir)

const privateDatabase = ({
  dataDir,
  migrationsDir
}: {
  readonly dataDir: string
  readonly migrationsDir: string
}) =>
  step(
    "Starting the database",
    EmbeddedPostgres.start({
      dataDir,
      whileStopped: (url) => copyWhenUpgraded({ url, dataDir, migrationsDir }),
      onStep: (line) => print(`  ${line}`)
    })
  ).pipe(
    Effect.map(({ lost, url }) => ({
      url,
      lost: Effect.mapError(lost, (error) => refuse(error.message)),
      beforeUpgrade: () => Effect.void
    })),
    Effect.mapError((error) => refuse(error.message))
  )

const givenDatabase = (url: string, dataDir: string) =>
  step(`Connecting to the database ${withoutSecrets(url)}`, checkConnection(url)).pipe(
    Effect.as({
      url,
      lost: Effect.never,
      beforeUpgrade: (upgrade: Upgrade) =>
        Effect.map(dumpBefore(url, dataDir, upgrade), (outcome) => print(`  ${copyLine(outcome)}`))
    })
  )

const checkConnection = (url: string): Effect.Effect<void, Refusal> =>
  Effect.tryPromise({
    try: async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
      await client.connect()
      await client.end()
    },
    catch: (error) => refuse(`Cannot connect to the database ${withoutSecrets(url)}: ${reasonOf(error)}`)
  })

/** Removes the password and the parameters from a connection string, so that they are never printed. */
export const withoutSecrets = (url: string): string => {
  try {
    const { host, pathname, protocol, username } = new URL(url)
    return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`
  } catch {
    return "in DATABASE_URL"
  }
}

/**
 * Returns the message of the error. If a host has several addresses and connecting failed for all of them, the combined
 * error has no message. In this case, returns the message of the error for the first address.
 */
const reasonOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error ? first.message : String(first)
}
