import * as PgClient from "@effect/sql-pg/PgClient"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import pg from "pg"
import { CancelPool } from "./CancelPool.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { PgPool } from "./PgPool.ts"
import { PreparingClient } from "./PreparingClient.ts"
import { SilenceWatch } from "./SilenceWatch.ts"

const INT8 = 20
const TIMESTAMPTZ = 1184

const parseAnyTimestamp = pg.types.getTypeParser(TIMESTAMPTZ, "text") as (text: string) => Date
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/**
 * Parses timestamps. Our own database and most others use timestamps in UTC. Such timestamps are parsed with the native
 * parser, which takes a tenth of the time of the driver's parser.
 */
const parseTimestamp = (text: string): Date =>
  inUtc.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text)

/**
 * Returns the parser for a type. `int8` and `count(*)` become numbers, because our sizes and positions are far below
 * 2^53.
 */
const parserOf = (oid: number, format?: "text" | "binary"): unknown =>
  oid === INT8 ? Number : oid === TIMESTAMPTZ ? parseTimestamp : pg.types.getTypeParser(oid, format as "text")

const types: pg.CustomTypesConfig = { getTypeParser: parserOf as typeof pg.types.getTypeParser }

export interface PgOptions {
  readonly url: string
  readonly applicationName: string
  readonly maxConnections: number
  /** Time limit for a query in milliseconds. A frozen server never responds, so queries must not wait forever. */
  readonly queryTimeoutMillis: number
  /**
   * Time in milliseconds after which a database that does not respond at all counts as lost. All of its statements and
   * waiting callers then fail. See `SilenceWatch`.
   */
  readonly silenceMillis?: number
}

const CONNECT_MILLIS = 5_000

/** Succeeds if the database responds on a new connection, even if it responds that it has no free connections. */
const probe = async (options: PgOptions, millis: number): Promise<void> => {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `${options.applicationName}-probe`,
    connectionTimeoutMillis: millis,
    query_timeout: millis
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.query("select 1")
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
  } finally {
    void client.end().catch(() => undefined)
  }
}

const clientOf = (options: PgOptions): typeof PreparingClient => {
  const { silenceMillis } = options
  if (silenceMillis === undefined) return PreparingClient
  const watch = new SilenceWatch(silenceMillis, () => probe(options, silenceMillis / 2))
  return class extends PreparingClient {
    override readonly silence = watch
  }
}

/** Creates a pool that survives the loss of idle connections. */
export const makePool = (options: PgOptions): pg.Pool => {
  const pool = new CancelPool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.maxConnections,
    query_timeout: options.queryTimeoutMillis,
    connectionTimeoutMillis: options.silenceMillis ?? CONNECT_MILLIS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
    Client: clientOf(options) as unknown as typeof pg.Client
  } as pg.PoolConfig)
  // Without this listener, the termination of an idle backend would be an uncaught exception. The pool replaces the
  // connection.
  pool.on("error", () => undefined)
  return pool
}

/** The database layer of a process: the Effect client, its pool and the URL. Each process has one such layer. */
export const layer = (
  options: PgOptions
): Layer.Layer<SqlClient.SqlClient | PgClient.PgClient | PgPool | DatabaseUrl, SqlError> => {
  const pool = Layer.scoped(
    PgPool,
    Effect.acquireRelease(
      Effect.sync(() => makePool(options)),
      (pool) => Effect.promise(() => pool.end())
    )
  )
  const client = Layer.unwrapEffect(
    Effect.map(PgPool, (pool) => PgClient.layerFromPool({ acquire: Effect.succeed(pool) }))
  )
  return Layer.mergeAll(Layer.provideMerge(client, pool), Layer.succeed(DatabaseUrl, options.url))
}
