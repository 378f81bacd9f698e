import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { mkdtemp, rm, statfs } from "node:fs/promises"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { buildTemplate } from "./TemplateSchema.ts"
import { testDatabaseUrl } from "./TestConfig.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** A database in which tests may create and drop others. */
    readonly databaseUrl: string
  }
}

/** The cluster's files never need more than this: small databases, and the log of writes. */
const ROOM_BYTES = 4 * 1024 ** 3

/** In memory if the system has room to spare: creating and dropping 130 databases on disk takes 60 s of CPU time. */
const dataParent = async (): Promise<string> => {
  const inMemory = "/dev/shm"
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0
  )
  return Math.min(room, freemem() / 2) >= ROOM_BYTES ? inMemory : tmpdir()
}

/** One throw-away PostgreSQL for the whole run, with every migration applied to a template once. */
const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const scope = await Effect.runPromise(Scope.make())
  const dataDir = await mkdtemp(join(await dataParent(), "media-test-"))
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const given = await Effect.runPromise(testDatabaseUrl)
    const running = EmbeddedPostgres.start({ dataDir, throwAway: true }).pipe(Scope.extend(scope))
    const url = given ?? (await Effect.runPromise(running)).url
    await buildTemplate(url)
    project.provide("databaseUrl", url)
    return close
  } catch (error) {
    await close()
    throw error
  }
}

export default setup
