import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid, uuidv7 } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { CONFIRM_BEFORE_DISK } from "@media/pg/ConfirmBeforeDisk"
import { makeNotifier } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import { QueryCache } from "@media/pg/QueryCache"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal, RequestOrigin } from "@media/wire/Security"
import { AuthenticationRequired, NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash, randomBytes } from "node:crypto"
import { accountPrincipals } from "./accountPrincipals.ts"
import type { DeviceSession } from "./contract.ts"
import { InvalidCredentials } from "./errors.ts"

/** Every server listens on this channel and closes the sockets of the sessions whose ids it receives. */
export const SESSIONS_CHANNEL = "sessions_ended"

/**
 * Number of days without a request after which a session ends. A device in use makes a request at least once in three
 * months.
 */
export const sessionDays = 90

/**
 * Maximum number of sessions per account, far more than the number of devices in a household. A sign-in above the limit
 * ends the least recently used session. The limit exists for scripts that sign in for every request, and is high enough
 * not to end the sessions of devices in use.
 */
export const maxSessions = 100

export interface DeviceLabel {
  readonly client?: string | undefined
  readonly deviceName?: string | undefined
  readonly deviceId?: string | undefined
}

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest()

/** An account whose password was verified, and the stored hash that the password matched. */
export interface Verified {
  readonly accountId: string
  readonly passwordHash: string
}

/**
 * Creates a session and returns its token (32 random bytes in base64url). The database contains only the hash of the
 * token. Fails with `InvalidCredentials` if the password was changed or the account was disabled after the
 * verification. Row locks ensure that such a change either happens first or also ends the new session.
 */
export const openSession = Effect.fn("accounts.openSession")(function* (
  { accountId, passwordHash }: Verified,
  device: DeviceLabel,
  origin: RequestOrigin
) {
  const sql = yield* SqlClient.SqlClient
  const token = randomBytes(32).toString("base64url")
  const opened = yield* sql`
    with verified as (
      select c.account_id from credentials c join accounts a on a.id = c.account_id
      where c.account_id = ${accountId} and c.password_hash = ${passwordHash} and a.enabled for share
    )
    insert into sessions (id, account_id, token_hash, client, device_name, device_id, ip_address, expires_at)
    select ${uuidv7()}::uuid, v.account_id, ${hashToken(token)}::bytea, ${device.client ?? null}::text,
           ${device.deviceName ?? deviceNameOf(origin.userAgent)}::text, ${device.deviceId ?? null}::text,
           ${origin.ipAddress}::text, now() + make_interval(days => ${sessionDays})
    from verified v returning id`
  if (opened.length === 0) return yield* new InvalidCredentials()
  yield* endOldest(accountId)
  return token
})

/**
 * Ends the sessions above the limit. Reads the ids of these sessions first. If there are no such sessions, does not run
 * the delete statement, because a delete statement notifies all servers even if it deletes no rows.
 */
const endOldest = (accountId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const surplus = yield* rowsOf(SessionId)(sql`
      select id from sessions where account_id = ${accountId}
      order by last_seen_at desc, id desc offset ${maxSessions}`)
    if (surplus.length === 0) return
    yield* sql`delete from sessions where id = any(${surplus.map(({ id }) => id)}::uuid[])`
    yield* Effect.logInfo("the least recently used sessions were ended", { accountId, count: surplus.length })
  })

const SessionId = Schema.Struct({ id: Schema.String })

/** Deletes the rows of expired sessions, whose tokens the server no longer accepts. */
export const deleteExpiredSessions = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`delete from sessions where expires_at <= now()`
)

const ViewedRow = Schema.Struct({
  accountId: Schema.String,
  username: Schema.String,
  role: Schema.Literal("member"),
  showNsfw: Schema.Boolean,
  mayCreateLibraries: Schema.Boolean,
  libraryIds: Schema.Array(Schema.String)
})

const PrincipalRow = Schema.Struct({
  session_id: Schema.String,
  account_id: Schema.String,
  username: Schema.String,
  role: Schema.Literal("administrator", "member"),
  show_nsfw: Schema.Boolean,
  may_create_libraries: Schema.Boolean,
  library_ids: Schema.Array(Schema.String),
  is_stale: Schema.Boolean,
  viewed: Schema.NullOr(ViewedRow)
})

/**
 * SQL columns for a principal. An administrator can view the app as a member. If either of the two accounts gets a
 * different role, the view has no effect, and the principal is the viewer's own account.
 */
const principalColumns = `
  s.id as session_id, a.id as account_id, a.username, a.role, a.allow_nsfw and a.show_nsfw as show_nsfw,
  a.may_create_libraries or a.role = 'administrator' as may_create_libraries, a.library_ids,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  (select jsonb_build_object('accountId', v.id, 'username', v.username, 'role', v.role,
            'showNsfw', v.allow_nsfw and v.show_nsfw, 'mayCreateLibraries', v.may_create_libraries,
            'libraryIds', to_jsonb(v.library_ids))
   from accounts v
   where v.id = s.viewed_account_id and v.role = 'member' and a.role = 'administrator') as viewed`

const toPrincipal = (row: typeof PrincipalRow.Type): Principal => {
  const own: Principal = {
    accountId: row.account_id,
    sessionId: row.session_id,
    username: row.username,
    role: row.role,
    showNsfw: row.show_nsfw,
    mayCreateLibraries: row.may_create_libraries,
    libraryIds: row.library_ids
  }
  return row.viewed === null ? own : { ...own, ...row.viewed, viewer: own }
}

const principalOf = Effect.fn("accounts.principalOf")(function* (tokenHash: Buffer) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(PrincipalRow)(sql`
    select ${sql.literal(principalColumns)} from sessions s join accounts a on a.id = s.account_id
    where s.token_hash = ${tokenHash} and s.expires_at > now() and a.enabled`)
  if (Option.isNone(row)) return yield* new AuthenticationRequired()
  const principal = toPrincipal(row.value)
  if (row.value.is_stale) {
    // Commit without waiting for the disk, because a request that only reads data must not fail while a slow disk is
    // busy.
    yield* sql`
      update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => ${sessionDays})
      where id = ${row.value.session_id} returning ${sql.literal(CONFIRM_BEFORE_DISK)}`
    extended.add(principal)
  }
  return principal
})

/** The principals of requests that have extended their session, until the cookie is extended as well. */
const extended = new WeakSet<Principal>()

/** Returns true once after each extension of a session. The caller must then also extend the session cookie. */
export const isCookieDue = (principal: Principal): boolean => extended.delete(principal)

/**
 * Returns the principal of the session with this token. Fails with `AuthenticationRequired` if no session has this
 * token. The principal is cached only until a session ends or an account changes, so that a revoked session or a
 * changed permission takes effect immediately. The session is extended at most once a minute.
 */
export const authenticate = (token: string) => {
  if (token.length < 20 || token.length > 200) return new AuthenticationRequired()
  return Effect.flatMap(QueryCache, (cache) =>
    cache.get(
      "accounts",
      token,
      Effect.suspend(() => principalOf(hashToken(token)))
    )
  )
}

/**
 * Returns the principals of these sessions, keyed by session id, without ended sessions. For callers who send a
 * password with each request, the account id takes the place of the session id.
 */
export const principalsOf = Effect.fn("accounts.principalsOf")(function* (sessionIds: ReadonlyArray<string>) {
  if (sessionIds.length === 0) return new Map<string, Principal>()
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(PrincipalRow)(sql`
    select ${sql.literal(principalColumns)} from sessions s join accounts a on a.id = s.account_id
    where s.id = any(${sessionIds as Array<string>}::uuid[]) and s.expires_at > now() and a.enabled`)
  const found = new Map(rows.map((row) => [row.session_id, toPrincipal(row)]))
  const rest = sessionIds.filter((id) => !found.has(id))
  if (rest.length === 0) return found
  for (const [id, { principal }] of yield* accountPrincipals(rest)) found.set(id, principal)
  return found
})

const SessionRow = Schema.Struct({
  id: Schema.String,
  client: Schema.NullOr(Schema.String),
  device_name: Schema.NullOr(Schema.String),
  device_id: Schema.NullOr(Schema.String),
  ip_address: Schema.NullOr(Schema.String),
  created_at: Schema.DateFromSelf,
  last_seen_at: Schema.DateFromSelf
})

type Asking = Pick<Principal, "accountId" | "sessionId">

/** Returns the account's sessions, most recently used first. `sessionId` of the principal is the current session. */
export const listSessions = Effect.fn("accounts.listSessions")(function* (principal: Asking) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(SessionRow)(sql`
    select id, client, device_name, device_id, ip_address, created_at, last_seen_at
    from sessions where account_id = ${principal.accountId} and expires_at > now()
    order by last_seen_at desc limit 500`)
  return rows.map((row): DeviceSession => ({
    id: row.id,
    client: row.client,
    deviceName: row.device_name,
    deviceId: row.device_id,
    ipAddress: row.ip_address,
    createdAt: toTimestamp(row.created_at),
    lastSeenAt: toTimestamp(row.last_seen_at),
    isCurrent: row.id === principal.sessionId
  }))
})

/** Ends a session of the account. Fails with `NotFound` for unknown sessions and sessions of other accounts. */
export const revokeSession = Effect.fn("accounts.revokeSession")(function* (
  principal: Pick<Principal, "accountId">,
  id: string
) {
  if (!isUuid(id)) return yield* new NotFound({ what: "session" })
  const sql = yield* SqlClient.SqlClient
  const removed = yield* sql`
    delete from sessions where id = ${id} and account_id = ${principal.accountId} returning id`
  if (removed.length === 0) return yield* new NotFound({ what: "session" })
  const pool = yield* PgPool
  yield* makeNotifier(pool, SESSIONS_CHANNEL)(id)
})

/** Returns a name such as "Firefox on Linux" for a user agent, or null if the user agent is empty. */
export const deviceNameOf = (userAgent: string): string | null => {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1]
  if (browser === undefined) return userAgent === "" ? null : userAgent.slice(0, 60)
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser
  return system === undefined ? name : `${name} on ${system.replace("Mac OS X", "macOS")}`
}
