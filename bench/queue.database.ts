import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { migrate } from "@media/pg/Migrations"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import pg from "pg"

const exec = (url: string, text: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => undefined)
    await client.connect()
    await client.query(text).finally(() => client.end())
  })

const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Starts a separate PostgreSQL server in a temporary directory, with the same durability settings as in production.
 * Returns its URL.
 */
export const startServer: Effect.Effect<string, unknown, Scope.Scope> = Effect.gen(function* () {
  const dataDir = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "bench-queue-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const { url } = yield* EmbeddedPostgres.start({ dataDir })
  return url
})

/** Creates a database, migrates it and returns its URL. */
export const freshDatabase = (serverUrl: string, name: string) =>
  Effect.gen(function* () {
    yield* exec(serverUrl, `create database ${name}`)
    const url = urlOf(serverUrl, name)
    yield* migrate({ url, directory: resolve("migrations") })
    return url
  })

export const emptyDatabase = (serverUrl: string, name: string) =>
  Effect.as(exec(serverUrl, `create database ${name}`), urlOf(serverUrl, name))
