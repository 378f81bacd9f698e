import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { roomyFolder } from "./RoomyFolder.ts"
import { buildTemplate } from "./TemplateSchema.ts"
import { testDatabaseUrl } from "./TestConfig.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a database whose user may create and drop databases for tests. */
    readonly databaseUrl: string
  }
}

/** Starts one temporary PostgreSQL server for the whole run, and applies all migrations to a template database once. */
const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const scope = await Effect.runPromise(Scope.make())
  const dataDir = await mkdtemp(join(await roomyFolder(), "media-test-"))
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
