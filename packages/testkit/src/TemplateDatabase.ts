import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import type {} from "./PostgresCluster.ts"
import { inDatabase, TEMPLATE, withClient } from "./TemplateSchema.ts"

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/**
 * Creates a separate database for one test file, with all migrations applied. The template has 600 files. Copying them
 * takes 0.44 s of CPU time. If the kernel clones the files, copying takes 0.15 s, and in memory, it takes 0.02 s.
 * PostgreSQL's default strategy writes the copy to the write-ahead log, and takes 0.6 s.
 */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const adminUrl = inject("databaseUrl")
  const name = `media_test_${randomUUID().replaceAll("-", "")}`
  await withClient(adminUrl, async (client) => {
    // The setting exists only since PostgreSQL 18. A developer's own server may be older.
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
