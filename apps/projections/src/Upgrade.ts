import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { planUpgrade, skipEarlierInstall } from "@media/features/identity/upgrade/commands"
import type { Plan } from "@media/features/identity/upgrade/plan"
import { privateDatabaseConfig } from "@media/kernel/ProcessConfig"
import { migrate } from "@media/pg/Migrations"
import * as PgLive from "@media/pg/PgLive"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"

const usage = `Usage: npm run upgrade -- check  shows what the next start would import from a pre-2.0 installation; changes nothing
       npm run upgrade -- skip   disables the import: the earlier tables are kept unchanged, next to the new tables`

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const memberLine = ({ allowNsfw, enabled, formerUsername, username }: Plan["members"][number]): string =>
  [
    `  ${username}`,
    ...(formerUsername === null ? [] : [`was ${JSON.stringify(formerUsername)}`]),
    ...(allowNsfw ? ["may see NSFW"] : []),
    ...(enabled ? [] : ["disabled"])
  ].join(", ")

const printPlan = ({ members, password, sessions, sessionsLeft }: Plan): void => {
  print(`${members.length} users would be imported as members with access to all libraries:`)
  members.forEach((member) => print(memberLine(member)))
  print(
    password === null
      ? "The earlier server has no usable API key, so an administrator would have to set their passwords."
      : "Their initial password would be the API key of the earlier server, which would then be deleted."
  )
  print(`${sessions.length} devices would stay signed in, and ${sessionsLeft} would have to sign in again.`)
  print("Other tables of the earlier version are neither read nor changed.")
}

const check = Effect.map(
  planUpgrade,
  Option.match({
    onNone: () => print("There is nothing to import."),
    onSome: printPlan
  })
)

const skip = Effect.map(skipEarlierInstall, (isNew) =>
  print(
    isNew
      ? "The earlier installation will not be imported."
      : "The import has already been completed or disabled. Nothing was changed."
  )
)

const program = (verb: "check" | "skip") =>
  Effect.gen(function* () {
    const { dataDir, databaseUrl, migrationsDir } = yield* privateDatabaseConfig
    const url = databaseUrl ?? (yield* EmbeddedPostgres.start({ dataDir, mode: "share" })).url
    const database = PgLive.layer({
      url,
      applicationName: "media-upgrade",
      maxConnections: 2,
      queryTimeoutMillis: 60_000
    })
    // The skip must be recorded before this version starts for the first time, because that start would import the
    // earlier installation. Recording it requires an up-to-date schema.
    if (verb === "skip") yield* migrate({ url, directory: migrationsDir })
    yield* Effect.provide(verb === "check" ? check : skip, database)
  })

/**
 * Returns the message of an error. For an `SqlError`, this includes the message of the database, which `SqlError`
 * itself omits.
 */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isHidden = "_tag" in error && error._tag === "SqlError" && error.cause instanceof Error
  return isHidden ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

/** Runs `check` or `skip`. Both also work in a database with which this version has never started. */
export const runUpgrade = ([verb]: ReadonlyArray<string>): void => {
  if (verb !== "check" && verb !== "skip") {
    process.stderr.write(`${usage}\n`)
    process.exit(1)
  }
  Effect.runPromise(Effect.either(Effect.scoped(program(verb)))).then(
    Either.match({
      onLeft: (error) => {
        process.stderr.write(`${reasonOf(error)}\n`)
        process.exit(1)
      },
      onRight: () => process.exit(0)
    }),
    (error: unknown) => {
      process.stderr.write(`${reasonOf(error)}\n`)
      process.exit(1)
    }
  )
}
