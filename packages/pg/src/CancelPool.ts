import pg from "pg"

type Callback = (error: Error | undefined, result?: pg.QueryResult) => void

/** The Effect client releases the connection of a statement that could not be cancelled after 5 s. */
const CANCEL_MILLIS = 4_000
const IDLE_MILLIS = 10_000

const isCancel = (query: unknown): query is string =>
  typeof query === "string" && query.startsWith("SELECT pg_cancel_backend(")

/**
 * A pool that cancels statements over a connection of its own. The Effect client cancels through the pool; a full pool let
 * the cancel wait until the connection had been released, and it then cancelled the statement of another request.
 */
export class CancelPool extends pg.Pool {
  private readonly cancels: pg.Pool

  constructor(config: pg.PoolConfig) {
    super(config)
    this.cancels = new pg.Pool({
      connectionString: config.connectionString,
      application_name: `${config.application_name}-cancel`,
      max: 1,
      query_timeout: CANCEL_MILLIS / 2,
      connectionTimeoutMillis: CANCEL_MILLIS / 2,
      idleTimeoutMillis: IDLE_MILLIS,
      allowExitOnIdle: true
    })
    this.cancels.on("error", () => undefined)
    const query = this.query.bind(this) as (...args: ReadonlyArray<unknown>) => unknown
    this.query = ((...args: ReadonlyArray<unknown>) =>
      isCancel(args[0])
        ? this.cancels.query(args[0], args.at(-1) as Callback)
        : query(...args)) as typeof this.query
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | void {
    const ended = Promise.all([super.end(), this.cancels.end()]).then(() => undefined)
    if (callback === undefined) return ended
    void ended.then(callback)
  }
}
