import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { networkKey } from "@media/kernel/NetworkKey"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeAttemptQueue, type Lane } from "./attemptQueue.ts"
import { type SignInBusy, TooManyAttempts } from "./errors.ts"
import { signInName, usernameKey } from "./username.ts"

/**
 * Number of failures within five minutes after which the caller is locked out for two minutes. `account` counts
 * failures per address and account. `address` counts failures per address for all names.
 */
const limits = { account: 8, address: 30 }
/**
 * Number of failures after which the attempts of an address run only after those of all other addresses. One or two
 * failures are probably typing errors.
 */
const suspectAfter = 3

const keysOf = (ipAddress: string, username: string) => ({
  address: `a:${networkKey(ipAddress)}`,
  account: `u:${networkKey(ipAddress)}/${usernameKey(signInName(username)).slice(0, 256)}`
})

const Tally = Schema.Struct({ key: Schema.String, n: Schema.Number, wait: Schema.Number })

const LOGIN_LOCK = 7_004
/**
 * The queue of password checks. Each slot runs one check and uses one database connection. Processing a full lane takes
 * two seconds (18 ms per attempt, two at a time). If eight other processes use the two CPUs, it takes ten seconds. The
 * maximum number of waiting attempts per address is the number of allowed failures.
 */
const queue = makeAttemptQueue({
  slots: 2,
  perLane: 100,
  perAddress: limits.address,
  maxWaitMillis: 10_000
})
/** Runs an attempt in the queue that all password checks and hashes of this process share. */
export const queued = <A, E, R>(ipAddress: string, lane: Lane, attempt: Effect.Effect<A, E, R>) =>
  queue.run(networkKey(ipAddress), lane, attempt)

/**
 * Addresses that have signed in to this server, most recent last. Their lookups run before the lookups of other
 * addresses.
 */
const signedIn = new Set<string>()
/** Maximum number of remembered addresses. Each takes about 60 bytes of memory. */
const mostSignedIn = 10_000

const rememberSignIn = (ipAddress: string): void => {
  const key = networkKey(ipAddress)
  signedIn.delete(key)
  signedIn.add(key)
  if (signedIn.size > mostSignedIn) signedIn.delete(signedIn.values().next().value ?? "")
}

export const lookupLaneOf = (ipAddress: string): Lane =>
  signedIn.has(networkKey(ipAddress)) ? "known" : "fresh"

/**
 * The queue of the database lookups before password checks, so that lookups cannot take all connections of the pool. As
 * in the other queue, the newest lookup runs first.
 */
const lookups = makeAttemptQueue({
  slots: 4,
  perLane: 500,
  perAddress: limits.address,
  maxWaitMillis: 10_000
})

/**
 * Runs the attempts of one address one after the other, across all processes. Otherwise, concurrent guesses would all
 * find the number of failures below the limit. The transaction writes events only at its end, so that processes that
 * follow the event log do not have to wait for it.
 */
export const sequentially = <A, E, R>(ipAddress: string, lane: Lane, attempt: Effect.Effect<A, E, R>) =>
  queued(
    ipAddress,
    lane,
    transaction(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`select pg_advisory_xact_lock(${LOGIN_LOCK}, hashtext(${networkKey(ipAddress)}))`
        return yield* attempt
      })
    )
  )

const DeviceAddress = Schema.Struct({ ip_address: Schema.String })

/**
 * Returns the lane of an attempt. Rejects a locked-out address immediately, so that it does not delay other addresses.
 */
export const laneOf = Effect.fn("accounts.laneOf")(
  function* (ipAddress: string, username: string) {
    const sql = yield* SqlClient.SqlClient
    const { failures } = yield* requireNotThrottled(ipAddress, username)
    const devices = yield* rowsOf(DeviceAddress)(sql`
      select distinct s.ip_address from sessions s join accounts a on a.id = s.account_id
      where a.username_key = ${usernameKey(username)} and s.ip_address is not null and s.expires_at > now()`)
    const isKnown = devices.some(({ ip_address }) => networkKey(ip_address) === networkKey(ipAddress))
    return isKnown ? "known" : failures >= suspectAfter ? "suspect" : "fresh"
  },
  (effect, ipAddress): Effect.Effect<Lane, SignInBusy | TooManyAttempts | SqlError, SqlClient.SqlClient> =>
    lookups.run(networkKey(ipAddress), lookupLaneOf(ipAddress), effect)
)

/**
 * Fails with `TooManyAttempts` while the caller is locked out, even if the password is right. Otherwise, returns the
 * number of recent failures of the address. Failures from other addresses never lock out a caller. If the server's
 * clock was set back, some failures have a future time. Failures with a future time do not count, because they would
 * extend the lock by the difference.
 */
export const requireNotThrottled = Effect.fn("accounts.requireNotThrottled")(function* (
  ipAddress: string,
  username: string
) {
  const sql = yield* SqlClient.SqlClient
  const keys = keysOf(ipAddress, username)
  const tallies = yield* rowsOf(Tally)(sql`
    select key, count(*)::int as n,
           ceil(extract(epoch from max(at) + interval '2 minutes' - now()))::int as wait
    from login_failures
    where key in (${keys.address}, ${keys.account})
      and at between now() - interval '5 minutes' and now() + interval '1 minute'
    group by key`)
  const locked = tallies.filter(
    ({ key, n, wait }) => wait > 0 && n >= (key === keys.address ? limits.address : limits.account)
  )
  if (locked.length > 0) {
    return yield* new TooManyAttempts({ retryAfterSeconds: Math.max(...locked.map(({ wait }) => wait)) })
  }
  return { failures: tallies.find(({ key }) => key === keys.address)?.n ?? 0 }
})

export const recordFailure = Effect.fn("accounts.recordFailure")(function* (
  ipAddress: string,
  username: string
) {
  const sql = yield* SqlClient.SqlClient
  const keys = keysOf(ipAddress, username)
  yield* sql`insert into login_failures (key) values (${keys.address}), (${keys.account})`
})

/**
 * Deletes failures that no longer count: failures older than 5 minutes, and failures more than a minute in the future.
 * The statement runs every few minutes and not at each failure. The table has no index by time alone, so at each
 * failure in a flood, the statement would read the rows of the entire flood.
 *
 * The server checks about 100 passwords per second, so guesses from many different addresses leave at most 120,000
 * rows.
 */
export const deleteOldFailures = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`delete from login_failures where at not between now() - interval '5 minutes' and now() + interval '1 minute'`
)

/**
 * Deletes the failures of this account from this address. Call this function after a sign-in with the right password.
 * The failures that this address has caused with other usernames are kept.
 */
export const clearFailures = Effect.fn("accounts.forgive")(function* (ipAddress: string, username: string) {
  rememberSignIn(ipAddress)
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from login_failures where key = ${keysOf(ipAddress, username).account}`
})
