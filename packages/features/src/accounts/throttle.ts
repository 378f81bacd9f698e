import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TooManyAttempts } from "./errors.ts"
import { usernameKey } from "./username.ts"

/** Failures in five minutes that lock for two: per address and account, and per address over all names. */
const limits = { account: 8, address: 30 }

/** One household has one IPv6 /64; rotating the rest of the address must not reset the counter. */
export const addressKey = (ipAddress: string): string =>
  ipAddress.includes(":") && !ipAddress.startsWith("::ffff:")
    ? ipAddress.split(":").slice(0, 4).join(":")
    : ipAddress.replace(/^::ffff:/, "")

const keysOf = (ipAddress: string, username: string) => ({
  address: `a:${addressKey(ipAddress)}`,
  account: `u:${addressKey(ipAddress)}/${usernameKey(username).slice(0, 256)}`
})

const Tally = Schema.Struct({ key: Schema.String, n: Schema.Number, wait: Schema.Number })

const LOGIN_LOCK = 7_004
/** As many as passwords are verified at once; each holds a connection. */
const gate = Effect.unsafeMakeSemaphore(2)

/**
 * Attempts of one address one after the other, in all processes: guesses that come all at once would otherwise each
 * find the count still below the limit. The transaction writes at its end only, so readers of the log do not wait.
 */
export const oneByOne = <A, E, R>(ipAddress: string, attempt: Effect.Effect<A, E, R>) =>
  gate.withPermits(1)(
    transaction(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`select pg_advisory_xact_lock(${LOGIN_LOCK}, hashtext(${addressKey(ipAddress)}))`
        return yield* attempt
      })
    )
  )

/**
 * Fails while the caller is locked out, whatever password comes along. Never locks the account for others. Failures
 * from the future do not count: the clock was set back since, and the lock would last as long as it was ahead.
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
})

export const recordFailure = Effect.fn("accounts.recordFailure")(function* (
  ipAddress: string,
  username: string
) {
  const sql = yield* SqlClient.SqlClient
  const keys = keysOf(ipAddress, username)
  yield* sql`insert into login_failures (key) values (${keys.address}), (${keys.account})`
  yield* sql`delete from login_failures where at < now() - interval '1 hour'`
})

/** A success forgives this account's failures, not those the address made with other names. */
export const forgive = Effect.fn("accounts.forgive")(function* (ipAddress: string, username: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from login_failures where key = ${keysOf(ipAddress, username).account}`
})
