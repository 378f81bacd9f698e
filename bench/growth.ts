import * as ManagedRuntime from "effect/ManagedRuntime"
import { request, Agent } from "node:http"
import { memoryOf } from "./support/Processes.ts"
import { buildProduct, startProduct, temporaryFolder, type Product } from "./support/Product.ts"
import { makeReport, megabytes, pause, quantile, seconds, sizeOf, type Log } from "./support/Report.ts"
import { appendVideos } from "@media/testkit/seed/ManyVideos"
import { analyze, storeLayer } from "./support/Store.ts"

const largest = sizeOf("BENCH_VIDEOS", 100_000)
const sizes = [1_000, 10_000, 100_000].filter((size) => size < largest).concat(largest)
/**
 * Number of requests per measurement. 400 requests would be too few: the slowest hundredth would be only four
 * requests, and a single pause of the machine delays all eight clients.
 */
const requests = sizeOf("BENCH_REQUESTS", 1_600)
const clients = 8
const limitMillis = 30

const scenarios = (libraryId: string, videos: number): ReadonlyArray<readonly [string, string]> => [
  ["first page", "/api/videos"],
  ["last page", `/api/videos?page=${Math.floor(videos / 40)}`],
  ["search, common word", "/api/videos?q=winter"],
  ["search, one title", `/api/videos?q=${videos - 2}`],
  ["status and library", `/api/videos?status=ready&libraryId=${libraryId}`],
  ["status, last page", `/api/videos?status=ready&page=${Math.floor((videos * 0.9) / 40)}`],
  ...["title", "date", "duration", "size", "random"].map(
    (sort) => [`by ${sort}`, `/api/videos?sort=${sort}&order=asc`] as const
  ),
  ["by title, last page", `/api/videos?sort=title&page=${Math.floor(videos / 40)}`]
]

/**
 * Returns the duration of each request in milliseconds. Eight clients send their next request as soon as they get a
 * response.
 */
const latencies = async (product: Product, target: string): Promise<ReadonlyArray<number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const headers = { authorization: `Bearer ${product.token()}` }
  const one = () =>
    new Promise<number>((resolve, reject) => {
      const from = performance.now()
      const sent = request(new URL(target, product.origin), { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${target}: ${response.statusCode}`))
        response.resume()
        response.on("end", () => resolve(performance.now() - from))
      })
      sent.on("error", reject)
      sent.end()
    })
  const found: Array<number> = []
  const client = async (count: number, into?: Array<number>) => {
    for (let n = 0; n < count; n++) {
      const millis = await one()
      into?.push(millis)
    }
  }
  await Promise.all(Array.from({ length: clients }, () => client(5)))
  await Promise.all(Array.from({ length: clients }, () => client(Math.ceil(requests / clients), found)))
  agent.destroy()
  return found
}

/**
 * Measures how the speed of writing and reading changes while the collection grows from a thousand to a hundred
 * thousand videos. The benchmark creates the videos by appending events.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("growth") })
  const runtime = ManagedRuntime.make(storeLayer(product.databaseUrl))
  try {
    await product.setup()
    await product.call("POST", "/api/jobs/queues/media-probe/pause")
    const body = { name: "Films", contents: ["videos"], roots: [{ path: temporaryFolder("growth-media") }] }
    const library = await product.call("POST", "/api/libraries", body)
    const root = { libraryId: library.id as string, rootId: library.roots[0].id as string }
    const costs: Array<number> = []
    const memories: Array<number> = []
    let videos = 0
    let worst = 0
    let worstName = ""
    let ofLargest: Array<number> = []
    await runtime.runPromise(appendVideos(root, 0, 500))
    videos = 500
    for (const size of sizes) {
      const cpu = product.cpu()
      const own = process.cpuUsage()
      const from = performance.now()
      const begin = videos
      // The time per video is measured over the last 5,000 videos before each size is reached.
      let stretch = from
      for (; videos < size; videos += 500) {
        if (size - videos === Math.min(size - begin, 5_000)) stretch = performance.now()
        await runtime.runPromise(appendVideos(root, videos, Math.min(size, videos + 500)))
      }
      const count = Math.min(size - begin, 5_000)
      const each = (seconds(stretch) / count) * 1e6
      const { system, user } = process.cpuUsage(own)
      const postgres = ((product.cpu().postgres - cpu.postgres) / (size - begin)) * 1e6
      const node = (user + system) / (size - begin)
      costs.push(node + postgres)
      report.line(
        `${size} videos: appended at ${each.toFixed(0)} us each (Node ${node.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)} us CPU; registered, probed and one job each)`
      )
      await runtime.runPromise(analyze)
      await pause(1_000)
      const rows: Array<Array<string>> = []
      for (const [name, target] of scenarios(root.libraryId, size)) {
        const before = product.cpu()
        const found = await latencies(product, target)
        const after = product.cpu()
        const [p50, p99] = [quantile(found, 0.5), quantile(found, 0.99)]
        const perRequest = (of: "server" | "postgres") =>
          (((after[of] - before[of]) / (found.length + clients * 5)) * 1_000).toFixed(1)
        rows.push([name, p50.toFixed(1), p99.toFixed(1), perRequest("server"), perRequest("postgres")])
        if (size === largest) ofLargest = ofLargest.concat(found)
        if (size === largest && p99 > worst) [worst, worstName] = [p99, name]
      }
      report.table([`${size}: list`, "p50 ms", "p99 ms", "server CPU ms", "PostgreSQL CPU ms"], rows)
      const { pss, rss } = memoryOf(product.server)
      memories.push(rss)
      report.line(`server after it: ${megabytes(pss)} MB PSS, ${megabytes(rss)} MB RSS`)
    }
    // Compares the two largest sizes, because the result for the first thousand videos includes the slow start of a
    // cold process.
    const flat = (costs.at(-1) ?? 0) / (costs.at(-2) ?? 1)
    report.check(
      flat < 1.5,
      "appending costs at most 1.5 x the CPU of the size before",
      `${flat.toFixed(2)} x`
    )
    report.check(
      worst < limitMillis,
      `lists of ${largest} videos with ${clients} clients in ${limitMillis} ms (p99)`,
      `${worst.toFixed(1)} ms at worst (${worstName})`
    )
    const [p50, p99] = [quantile(ofLargest, 0.5), quantile(ofLargest, 0.99)]
    report.line(`all kinds of lists together: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    const grown = (memories.at(-1) ?? 0) - (memories[0] ?? 0)
    report.check(grown < 40 * 1_048_576, "server memory stays flat", `${megabytes(grown)} MB more`)
  } finally {
    await runtime.dispose()
    await product.stop()
  }
}
