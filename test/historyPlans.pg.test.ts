import type { HistoryFilter } from "@media/features/app/history/contract"
import { historyPage } from "@media/features/app/history/queries"
import { seedAdministrator } from "@media/testkit/seed/ManyItems"
import { startStore } from "@media/testkit/TestServer"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { planFaults, planOf } from "./planFaults.ts"
import { statementsOf } from "./statements.ts"

// Most events in the log are results of the server, and only a few are changes by users. The indexes on time and
// position could lead the planner to read the whole log.

const events = 60_000
const someone = "00000000-0000-7000-8000-000000000003"
const seed = `
  insert into events (stream_id, version, type, data, meta, at)
  select gen_random_uuid(), 1,
    case when n % 100 = 0 then 'library.renamed.v1' when n % 100 = 1 then 'sign-in.succeeded.v1'
         when n % 100 = 2 then 'sign-in.failed.v1' when n % 100 = 3 then 'settings.changed.v1'
         when n % 100 < 8 then 'item.edited.v1' when n % 2 = 0 then 'item.registered.v1' else 'video.probed.v1' end,
    '{}',
    case when n % 100 < 8 and n % 100 <> 2
         then jsonb_build_object('actor', '00000000-0000-7000-8000-00000000000' || n / 100 % 5,
                                 'requestId', gen_random_uuid()) else '{"cause": "scan"}' end,
    now() - interval '60 days' + n * interval '60 days' / ${events}
  from generate_series(1, ${events}) n`

const store = await startStore()
const client = new pg.Client({ connectionString: store.url })
beforeAll(async () => {
  await client.connect()
  await client.query(seed)
  await client.query("vacuum (analyze) events")
  // These settings are the same as in the product.
  await client.query("set random_page_cost = 1.1; set jit = off")
})
afterAll(async () => {
  await client.end()
  await store.stop()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const filters: ReadonlyArray<Partial<HistoryFilter>> = [
  {},
  { before: events / 2 },
  { to: daysAgo(7) },
  { to: daysAgo(55) },
  { from: daysAgo(7) },
  { from: daysAgo(55) },
  { from: daysAgo(30), to: daysAgo(29) },
  { kind: "people" },
  { kind: "files", to: daysAgo(30) },
  { actor: someone, to: daysAgo(30) },
  { actor: "00000000-0000-7000-8000-000000000099", from: daysAgo(30) },
  { actor: "server" },
  { actor: "someone", from: daysAgo(30) },
  { target: someone, from: daysAgo(30) },
  { requestId: "none", to: daysAgo(7) }
]

it.each(filters)("reads hardly more history rows than it returns: %o", async (filter) => {
  const sent = await statementsOf(() => store.run(historyPage(seedAdministrator, { limit: 50, ...filter })))
  const faults: Array<string> = []
  for (const statement of sent) faults.push(...planFaults(await planOf(client, statement)))
  expect(sent.length).toBeGreaterThan(0)
  // The table of items is empty, so reading the whole table costs only a single page.
  expect(faults.filter((fault) => fault !== "Seq Scan on items")).toEqual([])
})
