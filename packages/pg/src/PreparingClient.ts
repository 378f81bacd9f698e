import { createHash } from "node:crypto"
import pg from "pg"
import { QUERY_TIMEOUT, readTimeout } from "./errors.ts"
import type { SilenceWatch } from "./SilenceWatch.ts"

/** Number of uses of each text, on all connections together. */
const seen = new Map<string, number>()
const maxSeen = 5_000
/** Maximum per connection. A plan takes 10 to 50 KiB in PostgreSQL, and the product has about 200 different texts. */
const maxStatements = 500

/**
 * Put this comment into a statement whose best plan depends on its values: it is not prepared, and PostgreSQL plans it
 * each time.
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

/** When the database last answered this process, even with an error. */
let answeredAt = Number.NEGATIVE_INFINITY

/** Members of the driver that its types do not declare. */
interface Wire {
  readonly connection: {
    readonly parsedStatements: Record<string, string>
    readonly close: (what: { readonly type: "S"; readonly name: string }) => void
  }
}

/**
 * A client that prepares a statement once it has seen its text three times. PostgreSQL then reuses the plan: a
 * primary-key lookup costs the server 35 instead of 90 microseconds (2 cores, PostgreSQL 18). Do not use it with
 * pgbouncer in transaction mode, which loses prepared statements. The least recently used plan is evicted.
 * A query that exceeds its time limit still occupies its connection (a frozen server, a half-open TCP connection), and
 * the connection's next user would wait behind it. The connection is therefore closed.
 */
export class PreparingClient extends pg.Client {
  /** Statement names by text, least recently used first. */
  readonly #prepared = new Map<string, string>()
  /** Shared by the clients of a pool. */
  readonly silence: SilenceWatch | undefined = undefined

  // The signature of `Client#query` is an overload set; this override only adds a name to its simplest form.
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
    // A protocol message rather than a statement, so it also works inside a failed transaction.
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
   * If other statements were answered meanwhile, this statement is slow and the database is reachable. Returns true if
   * the database answered, even with an error.
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
