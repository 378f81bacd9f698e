import pg from "pg"

type Callback = (error: Error | undefined | null, result?: pg.QueryResult) => void
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void
type Release = (error?: Error | boolean) => void

/**
 * Time limit for canceling a statement. If a statement cannot be canceled, the Effect client releases its connection
 * after 5 s, so this limit is shorter.
 */
const CANCEL_MILLIS = 4_000
const IDLE_MILLIS = 10_000

const isCancel = (query: unknown): query is string =>
  typeof query === "string" && query.startsWith("SELECT pg_cancel_backend(")
const processOf = (client: pg.PoolClient): number =>
  (client as unknown as { readonly processID: number }).processID

/**
 * A pool that cancels statements over a separate connection. The Effect client would send cancel requests through the
 * pool itself. If the pool is full, such a request waits until the statement has released its connection. The request
 * may then cancel a statement of another caller. A statement may also end on its own before its cancel request arrives.
 * This pool therefore releases a connection only after the cancel requests for its statements have been answered.
 */
export class CancelPool extends pg.Pool {
  private readonly cancels: pg.Pool
  private readonly inUse = new Set<number>()
  /**
   * Cancel requests that have been sent, keyed by the process id of the connection. A promise resolves to false if the
   * database did not respond.
   */
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
      // A cancel request without a response may still take effect later and cancel the next statement. The connection
      // is therefore closed.
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
