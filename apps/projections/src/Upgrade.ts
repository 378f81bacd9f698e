import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { planUpgrade, skipEarlierInstall } from "@media/features/identity/upgrade/commands"
import type { Plan } from "@media/features/identity/upgrade/plan"
import { privateDatabaseConfig } from "@media/kernel/ProcessConfig"
import { migrate } from "@media/pg/Migrations"
import * as PgLive from "@media/pg/PgLive"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"

const usage = `Usage: npm run upgrade -- check  tells what the next start would take over from a pre-2.0 install; changes nothing
       npm run upgrade -- skip   never takes it over: the earlier tables stay as they are, new tables are created next to them`

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
  print(`${members.length} people would come over as members, with access to every library there is:`)
  members.forEach((member) => print(memberLine(member)))
  print(
    password === null
      ? "The earlier server has no usable credential: an administrator would have to set their passwords."
      : "Their password would be the credential of the earlier server, which would be erased there."
  )
  print(`${sessions.length} devices would stay signed in, ${sessionsLeft} would have to sign in again.`)
  print("Other tables of an earlier version are not read and stay as they are.")
}

const check = Effect.map(
  planUpgrade,
  Option.match({
    onNone: () => print("There is nothing to take over."),
    onSome: printPlan
  })
)

const skip = Effect.map(skipEarlierInstall, (isNew) =>
  print(isNew ? "The earlier install will not be taken over." : "This was decided already: nothing changed.")
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
    // The first start would import the earlier installation, so the schema must exist before that to record the skip.
    if (verb === "skip") yield* migrate({ url, directory: migrationsDir })
    yield* Effect.provide(verb === "check" ? check : skip, database)
  })

/** The message of the database, if the error only states that there is one. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isHidden = "_tag" in error && error._tag === "SqlError" && error.cause instanceof Error
  return isHidden ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

/** Both also work in a database in which this version has never started. */
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
