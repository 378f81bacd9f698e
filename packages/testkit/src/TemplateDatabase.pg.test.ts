import { afterAll, expect, it } from "vitest"
import { createTestDatabase } from "./TemplateDatabase.ts"
import { withClient } from "./TemplateSchema.ts"

const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
afterAll(() => Promise.all(databases.map((database) => database.drop())))

const countEvents = (url: string) =>
  withClient(url, async (client) => (await client.query("select count(*)::int as n from events")).rows[0].n)

it("creates a separate migrated database for each caller", async () => {
  const [first, second] = databases
  await withClient(first!.url, (client) =>
    client.query(
      "insert into events (stream_id, version, type, data) values (gen_random_uuid(), 1, 'x', '{}')"
    )
  )
  expect([await countEvents(first!.url), await countEvents(second!.url)]).toEqual([1, 0])
})
