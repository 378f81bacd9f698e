import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Reply } from "@media/testkit/HttpCall"
import { type Baseline, baselineOf, doctor } from "./support/Doctor.ts"
import { fillLibrary } from "./support/SampleVideos.ts"
import { isRoot, tmpfs, unmountAll } from "./support/Mounts.ts"
import { isAlive } from "./support/Processes.ts"
import { Product, temporary } from "./support/Product.ts"
import { byLength, eventually, seen, sleep, timed } from "./support/Time.ts"

/** Mounts require root. Without root, these tests are skipped. */
describe.skipIf(!isRoot)("F13 the database's disk (needs root for mounts)", () => {
  let product: Product
  let cluster: string
  let library: { readonly id: string; readonly rootId: string }
  let baseline: Baseline
  const paths: Array<string> = []
  const acknowledged: Array<string> = []

  beforeAll(async () => {
    const folder = temporary("database-disk")
    cluster = join(folder, "data", "postgres")
    tmpfs(cluster, "size=200m")
    product = await Product.start("database-disk", { folder })
    paths.push(...(await fillLibrary(product.media, 20)))
    library = await product.addLibrary()
    await product.scanned(library.id)
    baseline = baselineOf(product)
  })
  afterAll(async () => {
    // Unmounts lazily, because the database uses files in this folder until it has stopped.
    unmountAll()
    await product?.stop()
  })

  const ballast = () => join(cluster, "ballast")
  /** Fills the disk completely, down to the last page. */
  const fill = () => {
    const file = openSync(ballast(), "a")
    const page = Buffer.alloc(4_096)
    try {
      for (;;) writeSync(file, page)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw cause
    } finally {
      closeSync(file)
    }
  }

  const ask = (): Promise<Array<{ readonly value: Reply; readonly ms: number }>> =>
    Promise.all([
      timed(() => product.get("/api/health")),
      timed(() => product.get("/api/videos")),
      timed(() => product.call("POST", `/api/libraries/${library.id}/scan`, { body: {} })),
      timed(() =>
        product.call("POST", "/api/auth/login", {
          token: undefined,
          body: { username: "root", password: "correct horse" }
        })
      )
    ])

  it("completes a scan once the full disk has free space again", async () => {
    paths.push(...(await fillLibrary(product.media, byLength(120, 1_500), paths.length)))
    const processes = { server: product.server()!, worker: product.worker()!, launcher: product.launcherPid }
    acknowledged.push(await product.scan(library.id))
    await eventually("the scan finds something", async () => {
      const [{ n }] = await product.rows(
        "select count(*)::int as n from items v join item_files f on f.item_id = v.id"
      )
      return n > 20
    })
    fill()
    const answers: Array<{ readonly value: Reply; readonly ms: number }> = []
    // The scan's writes may still fit into the current segment of the write-ahead log. The test continues to write
    // until there is no space for the next segment.
    await eventually("the database ends", async () => {
      answers.push(...(await ask()))
      await product
        .rows("select pg_logical_emit_message(true, 'ballast', repeat('x', 4000000))")
        .catch(() => undefined)
      fill()
      return product.postmaster() === undefined
    })
    const begin = performance.now()
    while (performance.now() - begin < byLength(5_000, 60_000)) {
      answers.push(...(await ask()))
      fill()
      await sleep(200)
    }
    const alive = [processes.launcher, processes.server, processes.worker].map(isAlive)
    rmSync(ballast())
    const { ms } = await timed(() => product.healthy(60_000))
    expect((await product.get("/api/videos")).status).toBe(200)
    // A job that failed because of the full disk waits for its next attempt, so the test retries it immediately.
    await product.data("POST", "/api/jobs/retry-failed", {})
    const settled = await timed(() => product.settled(60_000))
    const counts = new Map<string, number>()
    for (const { value } of answers) {
      const key = `${value.status} ${value.json?.error?.code ?? ""}`.trim()
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (value.status === 202 || value.status === 200) {
        for (const id of value.json?.data?.jobRunIds ?? []) acknowledged.push(id)
      }
    }
    const slowest = Math.max(...answers.map((each) => each.ms))
    seen(
      "F13",
      `answers ${[...counts].map(([what, n]) => `${what}: ${n}`).join(", ")}, slowest ${slowest} ms; with room again ` +
        `healthy after ${ms} ms, all jobs done after ${ms + settled.ms} ms`
    )
    expect(alive, product.output().slice(-3_000)).toEqual([true, true, true])
    for (const { value } of answers) {
      if (value.status >= 300)
        expect([value.status, value.text]).toEqual([503, expect.stringMatching(/not_ready|"away"/)])
    }
    expect(slowest).toBeLessThan(10_000)
    expect(counts.size).toBeGreaterThan(1)
    expect([product.server(), product.worker()]).toEqual([processes.server, processes.worker])
    acknowledged.push(await product.scan(library.id))
    await product.settled(60_000)
    expect(
      await doctor(product, { acknowledged, files: { rootId: library.rootId, paths }, baseline })
    ).toEqual([])
  })
})
