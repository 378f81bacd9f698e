import { createHash } from "node:crypto"
import pg from "pg"
import { QUERY_TIMEOUT, readTimeout } from "./errors.ts"
import type { SilenceWatch } from "./SilenceWatch.ts"

/** Number of executions per statement text, across all connections. */
const seen = new Map<string, number>()
const maxSeen = 5_000
/**
 * Maximum number of prepared statements per connection. A plan takes 10 to 50 KiB in PostgreSQL, and the product has
 * about 200 different statements.
 */
const maxStatements = 500

/**
 * A comment for statements whose best plan depends on their values. A statement with this comment is not prepared, and
 * PostgreSQL plans it at each execution.
 */
export const PLAN_EACH_TIME = "/* plan each time */"

const isFrequent = (text: string): boolean => {
  const times = (seen.get(text) ?? 0) + 1
  if (times <= 3) {
    if (seen.size > maxSeen) seen.clear()
    seen.set(text, times)
  }
  return times >= 3
}

/** Time of the database's last response to this process. Errors count as responses. */
let answeredAt = Number.NEGATIVE_INFINITY

/** Members of the driver that its types do not declare. */
interface Wire {
  readonly connection: {
    readonly parsedStatements: Record<string, string>
    readonly close: (what: { readonly type: "S"; readonly name: string }) => void
  }
}

/**
 * A client that prepares a statement once it has seen the statement's text three times. PostgreSQL then reuses the
 * plan: a primary-key lookup takes the server 35 instead of 90 microseconds (2 cores, PostgreSQL 18). The least
 * recently used plan is evicted. Do not use this client with pgbouncer in transaction mode, which loses prepared
 * statements.
 *
 * If a query exceeds its time limit (because of a frozen server or a half-open TCP connection), the query still
 * occupies its connection. The client therefore closes the connection. Otherwise, the next user of the connection would
 * wait for that query.
 */
export class PreparingClient extends pg.Client {
  /** Names of prepared statements, keyed by text, least recently used first. */
  readonly #prepared = new Map<string, string>()
  /** The watch that all clients of a pool share. */
  readonly silence: SilenceWatch | undefined = undefined

  // The signature of `Client#query` is a set of overloads. This override only adds a name to the simplest form.
  override query(...args: Array<unknown>): never {
    const [text, values, ...rest] = args
    if (typeof text === "string" && Array.isArray(values)) {
      const name = this.#nameOf(text)
      if (name !== undefined) return this.watched([{ name, text, values }, ...rest])
    }
    return this.watched(args)
  }

  #nameOf(text: string): string | undefined {
    if (text.includes(PLAN_EACH_TIME)) return undefined
    const known = this.#prepared.get(text)
    if (known === undefined && !isFrequent(text)) return undefined
    const name = known ?? `p_${createHash("sha1").update(text).digest("hex").slice(0, 24)}`
    this.#prepared.delete(text)
    this.#prepared.set(text, name)
    if (this.#prepared.size > maxStatements) this.#evictOldest()
    return name
  }

  #evictOldest(): void {
    const [oldest] = this.#prepared
    if (oldest === undefined) return
    const [text, name] = oldest
    this.#prepared.delete(text)
    const { connection } = this as unknown as Wire
    delete connection.parsedStatements[name]
    // Closing a statement is a protocol message, not a statement, so it also works inside a failed transaction.
    connection.close({ type: "S", name })
  }

  private watched(args: Array<unknown>): never {
    const begunAt = performance.now()
    const last = args.at(-1)
    if (typeof last === "function") {
      const callback = last as (cause: unknown, result: unknown) => void
      const ended = this.silence?.begin(this)
      const watching = (cause: unknown, result: unknown) => {
        const isAnswer = this.#recordAnswer(cause, begunAt)
        ended?.(isAnswer)
        callback(cause, result)
      }
      return super.query(...([...args.slice(0, -1), watching] as Parameters<pg.Client["query"]>)) as never
    }
    const answer = super.query(...(args as Parameters<pg.Client["query"]>)) as unknown
    if (answer instanceof Promise) {
      const ended = this.silence?.begin(this)
      answer.then(
        () => {
          const isAnswer = this.#recordAnswer(undefined, begunAt)
          ended?.(isAnswer)
        },
        (cause: unknown) => {
          const isAnswer = this.#recordAnswer(cause, begunAt)
          ended?.(isAnswer)
        }
      )
    }
    return answer as never
  }

  /**
   * Records whether the database responded, even with an error, and returns true if it did. A query that timed out gets
   * the code `QUERY_TIMEOUT` if other statements got a response in that time: the query is slow, and the database is
   * reachable.
   */
  #recordAnswer(cause: unknown, begunAt: number): boolean {
    const isAnswer = !(cause instanceof Error) || cause instanceof pg.DatabaseError
    if (isAnswer) answeredAt = performance.now()
    else if (cause.message === readTimeout) {
      if (answeredAt > begunAt) Object.assign(cause, { code: QUERY_TIMEOUT })
      void this.end()
    }
    return isAnswer
  }
}
