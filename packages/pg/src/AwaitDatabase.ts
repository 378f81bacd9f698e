import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import pg from "pg"

/**
 * The database rejects our connection, and will reject every attempt until its configuration or ours changes. `reason`
 * never contains the password.
 */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{ readonly reason: string }> {
  override get message(): string {
    return `The database cannot be used: ${this.reason}`
  }
}

interface Failure {
  readonly reason: string
  /** `unknown` if the error has no code. This happens if the password is missing, or if a proxy closed the connection. */
  readonly isTemporary: "yes" | "no" | "unknown"
}

const FIRST_WAIT_MILLIS = 250
const LONGEST_WAIT_MILLIS = 5_000
const UNKNOWN_LIMIT_MILLIS = 30_000
const CONNECT_MILLIS = 5_000

/**
 * Waits until the database accepts connections, without a time limit, because a machine may start
 * the database after this program. Fails immediately on errors that waiting cannot fix: a wrong password, a missing database, or an invalid URL.
 */
export const awaitDatabase = Effect.fn("pg.awaitDatabase")(function* (url: string) {
  if (!usable.test(url)) {
    return yield* new DatabaseRefused({ reason: "its address must begin with postgres://" })
  }
  const begin = yield* Clock.currentTimeMillis
  let wait = FIRST_WAIT_MILLIS
  for (;;) {
    const failure = yield* tryConnection(url)
    if (failure === undefined) break
    const waited = (yield* Clock.currentTimeMillis) - begin
    if (
      failure.isTemporary === "no" ||
      (failure.isTemporary === "unknown" && waited > UNKNOWN_LIMIT_MILLIS)
    ) {
      return yield* new DatabaseRefused({ reason: failure.reason })
    }
    if (wait === FIRST_WAIT_MILLIS) {
      yield* Effect.logWarning(`waiting for the database: ${failure.reason}`)
    }
    yield* Effect.sleep(wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS)
  }
  if (wait > FIRST_WAIT_MILLIS) yield* Effect.logInfo("the database accepts connections")
})

const tryConnection = (url: string): Effect.Effect<Failure | undefined> =>
  Effect.promise(async () => {
    try {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MILLIS })
      client.on("error", () => undefined)
      try {
        await client.connect()
      } finally {
        void client.end().catch(() => undefined)
      }
      return undefined
    } catch (error) {
      return failureOf(error)
    }
  })

/**
 * Returns the first failure of an attempt to connect. If all addresses of a host name fail, the driver throws an
 * AggregateError with an empty message.
 */
const failureOf = (error: unknown): Failure => {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const { code } = first as { readonly code?: unknown }
  const reason = first instanceof Error ? first.message : String(first)
  if (typeof code !== "string") return { reason, isTemporary: "unknown" }
  return { reason, isTemporary: temporary.test(code) ? "yes" : "no" }
}

/** Matches usable URLs. The driver would treat any other text as the name of a database on a host called "base". */
const usable = /^(postgres(ql)?:\/\/|socket:|\/)/

/**
 * Matches error codes of temporary failures:
 * - The host is unreachable, or its name cannot be resolved.
 * - The database is starting or stopping (57P).
 * - No connections are free (53).
 * - The connection was lost (08).
 */
const temporary =
  /^(E(CONNREFUSED|CONNRESET|NOENT|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|PIPE|NOTFOUND|AI_AGAIN)|(57P|53|08)\w*)$/
