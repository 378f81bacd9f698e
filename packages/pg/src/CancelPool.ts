import pg from "pg"

type Callback = (error: Error | undefined | null, result?: pg.QueryResult) => void
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void
type Release = (error?: Error | boolean) => void

/** The Effect client releases the connection of a statement that could not be canceled after 5 s. */
const CANCEL_MILLIS = 4_000
const IDLE_MILLIS = 10_000

const isCancel = (query: unknown): query is string =>
  typeof query === "string" && query.startsWith("SELECT pg_cancel_backend(")
const processOf = (client: pg.PoolClient): number =>
  (client as unknown as { readonly processID: number }).processID

/**
 * A pool that cancels statements over a connection of its own. The Effect client cancels through the pool; a full pool let
 * the cancel wait until the connection had been released, and it then canceled the statement of another request. For the
 * same reason, a connection is released only when the cancels of its statements are answered: a statement may end by
 * itself before its cancel arrives.
 */
export class CancelPool extends pg.Pool {
  private readonly cancels: pg.Pool
  private readonly inUse = new Set<number>()
  /** Cancels on their way, by the process of the connection. They resolve to false if the database did not answer. */
  private readonly underWay = new Map<number, Promise<boolean>>()

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
      isCancel(args[0]) ? this.cancel(args[0], args.at(-1) as Callback) : query(...args)) as typeof this.query
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback === undefined) return super.connect().then((client) => this.guarded(client))
    super.connect((error, client, release) => {
      if (client === undefined) callback(error, client, release)
      else callback(error, this.guarded(client), client.release)
    })
  }

  private guarded(client: pg.PoolClient): pg.PoolClient {
    const processId = processOf(client)
    const release: Release = client.release.bind(client)
    this.inUse.add(processId)
    client.release = (error) => {
      const cancel = this.underWay.get(processId)
      if (cancel === undefined) {
        this.inUse.delete(processId)
        release(error)
        return
      }
      // A cancel that was not answered may still arrive, so its connection is closed.
      void cancel.then((isAnswered) => {
        this.inUse.delete(processId)
        release(isAnswered ? error : true)
      })
    }
    return client
  }

  private cancel(text: string, callback: Callback): void {
    const processId = Number(/\d+/.exec(text)?.[0])
    if (!this.inUse.has(processId)) return callback(undefined)
    const answered = new Promise<boolean>((resolve) => {
      this.cancels.query(text, (error: Error | undefined | null, result: pg.QueryResult) => {
        callback(error, result)
        resolve(!error)
      })
    })
    this.underWay.set(processId, answered)
    void answered.then(() => {
      if (this.underWay.get(processId) === answered) this.underWay.delete(processId)
    })
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | void {
    const ended = Promise.all([super.end(), this.cancels.end()]).then(() => undefined)
    if (callback === undefined) return ended
    void ended.then(callback)
  }
}
