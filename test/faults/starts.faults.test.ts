import { call } from "@media/testkit/HttpCall"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { pulse } from "./support/Clients.ts"
import { doctor } from "./support/Doctor.ts"
import { fillLibrary } from "./support/SampleVideos.ts"
import { processesOf, signal } from "./support/Processes.ts"
import { freePort, password, Product, type Started, startProgram } from "./support/Product.ts"
import { silentProxy } from "./support/Proxy.ts"
import { byLength, eventually, seen, sleep, timed } from "./support/Time.ts"

let product: Product
let library: { readonly id: string; readonly rootId: string }
const paths: Array<string> = []
const others: Array<Started> = []
const begin = (name: "server" | "worker", env: Readonly<Record<string, string>>): Started => {
  const started = startProgram(name, { MEDIA_DATA_DIR: product.dataDir, ...env })
  others.push(started)
  return started
}
const answers = (origin: string) => async () => (await call(origin, "GET", "/api/health")).status === 200

beforeAll(async () => {
  product = await Product.start("starts")
  library = await product.addLibrary()
})
afterEach(async () => {
  for (const { child } of others) child.kill("SIGTERM")
  await Promise.all(others.splice(0).map(({ exited }) => exited))
})
afterAll(() => product?.stop())

it("F28 creates one schema and one administrator when six processes start at once", async () => {
  await product.rows("create database fresh")
  const url = product.databaseUrl.replace("/media?", "/fresh?")
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const { ms } = await timed(async () => {
    for (const port of ports) begin("server", { DATABASE_URL: url, PORT: String(port) })
    for (let n = 0; n < 3; n++) begin("worker", { DATABASE_URL: url })
    for (const origin of origins)
      await eventually("healthy", answers(origin), 120_000, () =>
        others.map(({ output }) => output()).join("\n")
      )
  })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call(origins[n % 3]!, "POST", "/api/auth/setup", { body: { username: `admin${n}`, password } })
    )
  )
  const count = (status: number) => replies.filter((reply) => reply.status === status).length
  seen(
    "F28",
    `all healthy after ${ms} ms; setups: ${count(201)} made, ${count(409)} refused, ${count(429)} asked to wait`
  )
  expect(count(201)).toBe(1)
  expect(count(201) + count(409) + count(429)).toBe(20)
  expect(others.filter(({ child }) => child.exitCode !== null).map(({ output }) => output())).toEqual([])
})

it("runs no job twice while two servers and two workers share a database", async () => {
  const port = await freePort()
  const env = { DATABASE_URL: product.databaseUrl, PORT: String(port) }
  const server = begin("server", env)
  const worker = begin("worker", env)
  await eventually("the second server", answers(`http://127.0.0.1:${port}`), 120_000, server.output)
  await eventually(
    "two workers",
    async () =>
      (
        await product.rows(
          "select count(*)::int as n from workers where stopped_at is null and seen_at > now() - interval '20 s'"
        )
      )[0].n >= 2
  )
  paths.push(...(await fillLibrary(product.media, byLength(80, 1_000))))
  let most = 0
  const owners = new Set<string>()
  const queues = new Set<string>()
  const client = await product.connect()
  const watch = pulse(async () => {
    const { rows } = await client.query(
      "select queue, count(*)::int as n, array_agg(owner) as owners from slots where owner is not null group by 1"
    )
    for (const row of rows) {
      most = Math.max(most, row.n)
      queues.add(row.queue)
      for (const owner of row.owners) owners.add(owner)
    }
    return 200
  })
  await product.ended(await product.scan(library.id))
  // The second server must also know the changes that were made through the first server.
  const seenThere = await call(`http://127.0.0.1:${port}`, "GET", "/api/videos", { token: product.token })
  expect([seenThere.status, seenThere.json.data.total]).toEqual([200, paths.length])
  await sleep(300)
  signal(worker.child.pid, "SIGKILL")
  const { ms } = await timed(() => product.settled())
  await watch.stop()
  await client.end()
  const [runs] = await product.rows(
    "select max(attempts)::int as most, count(*) filter (where attempts > 1)::int as again from jobs"
  )
  seen(
    "two of each",
    `${owners.size} workers seen at work, at most ${most} slot of a queue at a time; one worker killed: all done after ${ms} ms, ${runs.again} runs started again`
  )
  expect(most).toBe(1)
  // Only jobs of the killed worker were started again, at most one per queue.
  expect(runs.again).toBeLessThanOrEqual(queues.size)
  expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
})

it("F8 recovers within seconds when a database connection hangs", async () => {
  const proxy = await silentProxy(join(product.dataDir, "run", ".s.PGSQL.5432"))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const url = `postgres://media@127.0.0.1:${proxy.port}/media`
  const server = begin("server", { DATABASE_URL: url, PORT: String(port) })
  const worker = begin("worker", { DATABASE_URL: url })
  try {
    await eventually("healthy", answers(origin), 120_000, server.output)
    // Sends enough concurrent requests to use every connection of the pool.
    await Promise.all(
      Array.from({ length: 24 }, () => call(origin, "GET", "/api/videos", { token: product.token }))
    )
    const cut = proxy.blackHole()
    const first = await timed(() =>
      Promise.all(
        Array.from({ length: 16 }, () => call(origin, "GET", "/api/videos", { token: product.token }))
      )
    )
    const { ms } = await timed(() =>
      eventually(
        "good answers, twenty in a row",
        async () => {
          for (let n = 0; n < 20; n++) {
            const reply = await call(origin, "GET", "/api/videos", { token: product.token })
            if (reply.status !== 200) return false
          }
          return true
        },
        60_000,
        server.output
      )
    )
    seen(
      "F8",
      `${cut} connections silent; sixteen requests: ${[...new Set(first.value.map(({ status }) => status))].join(" and ")} within ${first.ms} ms, all good after ${ms} ms more`
    )
    expect(first.ms).toBeLessThan(60_000)
    expect(ms).toBeLessThan(60_000)
    expect(worker.child.exitCode).toBe(null)
  } finally {
    proxy.close()
  }
})

it("F30 stops in time after many signals, without losing data", async () => {
  paths.push(...(await fillLibrary(product.media, 60, 2_000)))
  const run = await product.scan(library.id)
  await sleep(250)
  const { ms, value: code } = await timed(async () => {
    for (let n = 0; n < 30; n++) {
      signal(product.launcherPid, (["SIGTERM", "SIGINT", "SIGHUP"] as const)[n % 3]!)
      await sleep(5)
    }
    return product.exited
  })
  const { folder } = product
  await eventually(
    "nothing is left",
    () => processesOf(folder).length === 0,
    60_000,
    () => JSON.stringify(processesOf(folder))
  )
  product = await Product.start("starts", { folder })
  await product.settled()
  await product.scanned(library.id)
  seen("F30", `ended with ${code} after ${ms} ms`)
  expect(ms).toBeLessThan(60_000)
  expect(await doctor(product, { acknowledged: [run], files: { rootId: library.rootId, paths } })).toEqual([])
})

it("requeues running jobs after a single signal, without counting an attempt", async () => {
  mkdirSync(product.media, { recursive: true })
  paths.push(...(await fillLibrary(product.media, 60, 3_000)))
  await product.scan(library.id)
  await sleep(250)
  const { folder } = product
  signal(product.launcherPid, "SIGTERM")
  const { ms, value: code } = await timed(() => product.exited)
  product = await Product.start("starts", { folder })
  await product.settled()
  seen("graceful stop", `ended with ${code} after ${ms} ms`)
  expect(code).toBe(0)
  expect(ms).toBeLessThan(60_000)
  expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
})
