import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { setPassword } from "../accounts/commands.ts"
import { accountDecider } from "../accounts/decider.ts"
import { hashPassword } from "../accounts/passwords.ts"
import { maxSessions, sessionDays } from "../accounts/sessions.ts"
import { earlierInstall, eraseApiKeys, lockEarlierInstall, type EarlierInstall } from "./earlier.ts"
import type { UpgradeReport } from "./contract.ts"
import { InstallChanged, UpgradeFailed } from "./errors.ts"
import { planOf, type Plan, type PlannedSession } from "./plan.ts"
import { upgradeReport } from "./queries.ts"

/**
 * Advisory lock for the import. If several servers start at the same time, the server with the lock imports the
 * installation, and the other servers wait until it is imported.
 */
const UPGRADE_LOCK = 7_000_005

const Name = Schema.Struct({ id: Schema.String, key: Schema.String })
const Id = Schema.Struct({ id: Schema.String })
const Tables = Schema.Struct({ present: Schema.Boolean })

/** Returns true if the tables of this version exist. A dry run before the first start finds none. */
const hasTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [there] = yield* rowsOf(Tables)(
    sql`select to_regclass('public.earlier_installs') is not null as present`
  )
  return there?.present === true
})

const accountsThere = Effect.gen(function* () {
  if (!(yield* hasTables)) return []
  const sql = yield* SqlClient.SqlClient
  return yield* rowsOf(Name)(sql`select id, username_key as key from accounts`)
})

/** Returns the plan for importing an earlier installation into the current database. Writes no data. */
const planNow = (install: EarlierInstall) =>
  Effect.gen(function* () {
    const accounts = yield* accountsThere
    return planOf(install, {
      takenNames: new Set(accounts.map(({ key }) => key)),
      takenIds: new Set(accounts.map(({ id }) => id)),
      newId: uuidv7,
      now: new Date(yield* Clock.currentTimeMillis),
      sessionDays,
      maxSessions
    })
  })

/** Returns the plan of the import without writing data, or none if there is no installation to import. */
export const planUpgrade = Effect.gen(function* () {
  if ((yield* hasTables) && Option.isSome(yield* upgradeReport)) return Option.none<Plan>()
  const install = yield* earlierInstall
  return Option.isNone(install) ? Option.none<Plan>() : Option.some(yield* planNow(install.value))
})

const insertSessions = (sessions: ReadonlyArray<PlannedSession>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const session of sessions) {
      yield* sql`
        insert into sessions (id, account_id, token_hash, client, device_name, device_id, created_at, last_seen_at,
                              expires_at)
        values (${uuidv7()}, ${session.accountId}, ${session.tokenHash}, ${session.client}, ${session.deviceName},
                ${session.deviceId}, coalesce(${session.createdAt}, ${session.lastSeenAt}, now()),
                coalesce(${session.lastSeenAt}, ${session.createdAt}, now()), ${session.expiresAt})
        on conflict (token_hash) do nothing`
    }
  })

const createMembers = (members: Plan["members"]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EventStore
    const libraryIds = (yield* rowsOf(Id)(sql`select id from libraries order by id`)).map(({ id }) => id)
    const outcomes = yield* store.executeMany({
      decider: accountDecider,
      meta: { cause: "upgrade" },
      commands: members.map((member) => ({
        streamId: member.id,
        command: {
          _tag: "Import",
          username: member.username,
          formerUsername: member.formerUsername,
          displayName: member.displayName,
          enabled: member.enabled,
          allowNsfw: member.allowNsfw,
          libraryIds,
          lastSignInAt: member.lastSignInAt === null ? null : toTimestamp(member.lastSignInAt)
        } as const
      }))
    })
    yield* Effect.forEach(outcomes, Either.match({ onLeft: Effect.fail, onRight: Effect.succeed }), {
      discard: true
    })
  })

const reportOf = ({ members, password, sessions, sessionsLeft }: Plan): Omit<UpgradeReport, "at"> => ({
  members: members.map(({ displayName, enabled, formerUsername, id, username }) => ({
    id,
    username,
    formerUsername,
    displayName,
    enabled
  })),
  sessions: sessions.length,
  sessionsLeft,
  hasPassword: password !== null,
  isSkipped: false
})

const mark = (report: Omit<UpgradeReport, "at">) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`insert into earlier_installs (name, report) values ('pre-2.0', ${JSON.stringify(report)}::jsonb)`
  )

/**
 * Imports the whole installation in one transaction. Callers must hash the passwords first, because processes that
 * follow the event log wait for slow transactions. Fails with `InstallChanged` if the installation differs from
 * `before`.
 */
const takeOver = (before: EarlierInstall, hashes: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`select pg_advisory_xact_lock(${UPGRADE_LOCK})`
    const done = yield* upgradeReport
    if (Option.isSome(done)) return Option.none<Plan>()
    yield* lockEarlierInstall
    const install = yield* earlierInstall
    if (JSON.stringify(Option.getOrNull(install)) !== JSON.stringify(before))
      return yield* new InstallChanged()
    const plan = yield* planNow(before)
    yield* createMembers(plan.members)
    for (const [index, { id }] of plan.members.entries()) {
      const hash = hashes[index]
      if (hash !== undefined) yield* setPassword(id, hash)
    }
    yield* insertSessions(plan.sessions)
    yield* eraseApiKeys
    yield* mark(reportOf(plan))
    return Option.some(plan)
  }).pipe(transaction)

const attempt = Effect.gen(function* () {
  const install = yield* earlierInstall
  if (Option.isNone(install)) return Option.none<Plan>()
  const { members, password } = yield* planNow(install.value)
  const hashes =
    password === null ? [] : yield* Effect.forEach(members, () => hashPassword(password), { concurrency: 2 })
  return yield* takeOver(install.value, hashes)
}).pipe(Effect.retry({ times: 3, while: (error) => error._tag === "InstallChanged" }))

/**
 * Returns the error message of PostgreSQL if the error is an `SqlError`, whose own message is only "Failed to execute
 * statement".
 */
const reasonOf = (error: Error): string =>
  error instanceof SqlError && error.cause instanceof Error ? error.cause.message : error.message

/**
 * Imports the users of a pre-2.0 installation, once per database, before the server accepts requests. Their accounts
 * become members with access to all libraries. Their password is the API key that all users of the earlier server
 * shared. The import deletes this key from the earlier tables. A failed import changes no data.
 */
export const upgradeEarlierInstall = Effect.gen(function* () {
  if (Option.isSome(yield* upgradeReport)) return
  const plan = yield* attempt
  if (Option.isNone(plan)) return
  const { members, password, sessions, sessionsLeft } = plan.value
  yield* Effect.logInfo("imported the users of an earlier version", {
    people: members.length,
    devicesSignedIn: sessions.length,
    devicesToSignInAgain: sessionsLeft
  })
  if (password === null && members.length > 0) {
    yield* Effect.logWarning(
      "the earlier version had no usable API key; an administrator must set the passwords"
    )
  }
}).pipe(
  Effect.mapError((error) => new UpgradeFailed({ reason: reasonOf(error) })),
  Effect.withSpan("upgrade.earlierInstall")
)

/**
 * Permanently skips the import of the earlier installation, without changing its tables. Returns false if the import
 * was already completed or skipped.
 */
export const skipEarlierInstall = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_advisory_xact_lock(${UPGRADE_LOCK})`
  if (Option.isSome(yield* upgradeReport)) return false
  yield* mark({ members: [], sessions: 0, sessionsLeft: 0, hasPassword: false, isSkipped: true })
  return true
}).pipe(transaction)
