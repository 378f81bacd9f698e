import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import type {} from "./PostgresCluster.ts"
import { inDatabase, TEMPLATE, withClient } from "./TemplateSchema.ts"

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** A database of its own for one test file, with all migrations applied. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const adminUrl = inject("databaseUrl")
  const name = `media_test_${randomUUID().replaceAll("-", "")}`
  await withClient(adminUrl, (client) => client.query(`create database ${name} template ${TEMPLATE}`))
  return {
    url: inDatabase(adminUrl, name),
    drop: async () => {
      await withClient(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    }
  }
}
