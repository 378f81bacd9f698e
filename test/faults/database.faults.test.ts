import { afterAll, beforeAll, expect, it } from "vitest"
import { pulse } from "./support/Clients.ts"
import { type Baseline, baselineOf, doctor } from "./support/Doctor.ts"
import { fillLibrary } from "./support/SampleVideos.ts"
import { childrenOf, signal } from "./support/Processes.ts"
import { Product } from "./support/Product.ts"
import { byLength, seen, sleep, timed } from "./support/Time.ts"

let product: Product
let library: { readonly id: string; readonly rootId: string }
let paths: ReadonlyArray<string>
let baseline: Baseline
const acknowledged: Array<string> = []
const check = () => doctor(product, { acknowledged, files: { rootId: library.rootId, paths }, baseline })

beforeAll(async () => {
  product = await Product.start("database")
  paths = await fillLibrary(product.media, 30)
  library = await product.addLibrary()
  await product.scanned(library.id)
  baseline = baselineOf(product)
})
afterAll(() => product?.stop())

it("F7 responds to every request in time while the database is frozen", async () => {
  const before = [product.server(), product.worker()]
  const postmaster = product.postmaster()!
  const frozen = [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)]
  for (const pid of frozen) signal(pid, "SIGSTOP")
  const begin = performance.now()
  let answers
  try {
    answers = await Promise.all([
      timed(() => product.get("/api/health")),
      ...Array.from({ length: byLength(30, 200) }, (_, n) =>
        timed(() => product.get(n % 2 === 0 ? "/api/videos" : "/api/auth/me"))
      ),
      timed(() => product.call("POST", `/api/libraries/${library.id}/scan`, { body: {} }))
    ])
    await sleep(byLength(0, 60_000))
  } finally {
    for (const pid of frozen) signal(pid, "SIGCONT")
  }
  const { ms: healed } = await timed(() => product.healthy(60_000))
  const [health, ...others] = answers
  const slowest = Math.max(...others.map(({ ms }) => ms))
  seen(
    "F7",
    `${others.length} requests ended within ${slowest} ms (health ${health!.ms} ms), ` +
      `frozen for ${Math.round(performance.now() - begin)} ms, healthy ${healed} ms after that`
  )
  expect([health!.value.status, health!.ms < 4_000]).toEqual([503, true])
  for (const { value } of others) {
    expect([value.status, value.json?.error?.code]).toEqual([503, "not_ready"])
  }
  expect(slowest).toBeLessThan(16_000)
  expect((await product.get("/api/videos")).status).toBe(200)
  acknowledged.push(await product.scan(library.id))
  await product.settled(60_000)
  expect([product.server(), product.worker()]).toEqual(before)
  expect(await check()).toEqual([])
})

it("F9 returns 503 with Retry-After while every database connection is in use", async () => {
  const clients = []
  try {
    for (;;) {
      try {
        clients.push(await product.connect())
      } catch {
        break
      }
    }
    const held = clients.length
    // The server's own pool already has a few connections. All other concurrent requests have to wait for new
    // connections.
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => timed(() => product.get("/api/videos?perPage=100")))
    )
    const statuses = [...new Set(answers.map(({ value }) => value.status))].sort()
    for (const { value } of answers.filter((each) => each.value.status !== 200)) {
      expect([value.status, value.json.error.code]).toEqual([503, "not_ready"])
      expect(value.headers["retry-after"]).toBeDefined()
    }
    seen(
      "F9",
      `${held} connections held; answers ${statuses.join(" and ")} within ${Math.max(...answers.map(({ ms }) => ms))} ms`
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  const { ms } = await timed(() => product.healthy(60_000))
  const listing = await product.get("/api/videos")
  seen("F9", `healthy ${ms} ms after they were given back`)
  expect(listing.status).toBe(200)
  expect(await check()).toEqual([])
})

it("F10 completes all requests even if another session locks rows temporarily", async () => {
  const client = await product.connect()
  await client.query("begin")
  await client.query("select * from queues for update")
  const heart = pulse(async () => (await product.get("/api/videos")).status)
  const run = product.scan(library.id)
  await sleep(2_000)
  await client.query("rollback")
  await client.end()
  acknowledged.push(await run)
  await product.settled()
  const result = await heart.stop()
  seen("F10", `others' slowest answer ${result.slowestMs} ms, bad ${result.bad} of ${result.asked}`)
  expect(result.bad).toBe(0)
  expect(result.slowestMs).toBeLessThan(15_000)
  expect(await check()).toEqual([])
})
