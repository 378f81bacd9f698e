import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import type {} from "./PostgresCluster.ts"
import { inDatabase, TEMPLATE, withClient } from "./TemplateSchema.ts"

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/**
 * A separate database for one test file, with all migrations applied. Copying its 600 files takes 0.44 s of CPU time,
 * in the kernel 0.15 s, in memory 0.02 s; PostgreSQL's default, the write-ahead log, takes 0.6 s.
 */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const adminUrl = inject("databaseUrl")
  const name = `media_test_${randomUUID().replaceAll("-", "")}`
  await withClient(adminUrl, async (client) => {
    // Since PostgreSQL 18; the tester's own server may be older.
    await client.query(
      "select set_config(name, 'clone', false) from pg_settings where name = 'file_copy_method'"
    )
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  })
  return {
    url: inDatabase(adminUrl, name),
    drop: async () => {
      await withClient(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    }
  }
}
