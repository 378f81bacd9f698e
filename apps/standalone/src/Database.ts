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
  /** Makes the kind of copy that is possible while the database runs. */
  readonly beforeUpgrade: (upgrade: Upgrade) => Effect.Effect<void>
}

/** The operator's own PostgreSQL if DATABASE_URL is set, otherwise the private one of the data directory. */
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

/** Password and parameters of a connection string never reach the terminal. */
export const withoutSecrets = (url: string): string => {
  try {
    const { host, pathname, protocol, username } = new URL(url)
    return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`
  } catch {
    return "in DATABASE_URL"
  }
}

/** If all addresses of a name fail, the error has an empty message of its own. */
const reasonOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error ? first.message : String(first)
}
