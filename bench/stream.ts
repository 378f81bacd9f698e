import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mkdirSync } from "node:fs"
import { startBareNode } from "./support/BareNode.ts"
import { bigVideo, mediaTools, tinyVideo } from "./support/SampleVideos.ts"
import { startNginx } from "./support/Nginx.ts"
import { cpuOfTree, rssOf, watchRss } from "./support/Processes.ts"
import { buildProduct, startProduct, temporaryFolder, until } from "./support/Product.ts"
import { fetchRanges } from "./support/Ranges.ts"
import { makeReport, megabytes, median, sizeOf, type Log } from "./support/Report.ts"

const fileBytes = 1024 ** 3
const connections = 8
const rounds = sizeOf("BENCH_ROUNDS", 5)
const millis = sizeOf("BENCH_MILLIS", 3_000)

/**
 * Measures the throughput of range requests for a video's original file. In each round, also measures nginx, which uses
 * sendfile, and a minimal Node server.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const media = join(temporaryFolder("stream"), "media")
  mkdirSync(media)
  const path = bigVideo(media, readFileSync(tinyVideo(ffmpeg)), fileBytes)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("stream-data") })
  const nginx = await startNginx(media)
  const bare = await startBareNode(join(media, path))
  try {
    await product.setup()
    await product.call("POST", "/api/libraries", {
      name: "Big",
      contents: ["videos"],
      roots: [{ path: media }]
    })
    const video = await until(
      async () => (await product.call("GET", "/api/videos?status=ready")).items[0] as { readonly id: string },
      { millis: 60_000, what: "the probe" }
    )
    const ours = {
      name: "ours",
      port: product.port,
      pid: product.server,
      target: `/api/video-stream/${video.id}/source`,
      headers: `Authorization: Bearer ${product.token()}\r\n`
    }
    const theirs = { name: "nginx", port: nginx.port, pid: nginx.pid, target: `/${path}`, headers: "" }
    const least = { name: "bare node", port: bare.port, pid: bare.pid, target: "/", headers: "" }
    const before = rssOf(product.server)
    const highest = watchRss(product.server)
    const after: Array<number> = []
    for (const rangeBytes of [1024 ** 2, 10 * 1024 ** 2]) {
      const size = `${rangeBytes / 1024 ** 2} MiB`
      const rows: Array<Array<string>> = []
      const ratios: Array<number> = []
      const ceilings: Array<number> = []
      for (let round = 0; round <= rounds; round++) {
        const rates: Array<number> = []
        for (const { headers, name, pid, port, target } of [ours, theirs, least]) {
          const cpu = cpuOfTree(pid)
          const { bytes, seconds } = await fetchRanges({
            ...{ port, target, headers, connections, rangeBytes, fileBytes },
            // The first round only warms up the servers, which have just started.
            millis: round === 0 ? 2_000 : millis
          })
          const spent = cpuOfTree(pid) - cpu
          rates.push(bytes / seconds)
          const perGigabyte = spent / (bytes / 1024 ** 3)
          if (round > 0)
            rows.push([`${size} ${round} ${name}`, megabytes(bytes / seconds), perGigabyte.toFixed(3)])
        }
        if (round === 0) continue
        ratios.push((rates[0] ?? 0) / (rates[1] ?? 1))
        ceilings.push((rates[2] ?? 0) / (rates[1] ?? 1))
      }
      after.push(rssOf(product.server))
      report.table(["", "MiB/s", "server CPU s per GiB"], rows)
      const ratio = median(ratios)
      report.check(
        ratio >= 0.8,
        `${size} ranges, ${connections} connections: at least 0.8 x nginx`,
        `${ratio.toFixed(2)} x (a bare node:http server: ${median(ceilings).toFixed(2)} x)`
      )
    }
    const peak = highest()
    report.line(
      `server RSS: ${[before, ...after, peak].map(megabytes).join(", ")} MB (before, after each size, peak)`
    )
    const growth = (after.at(-1) ?? 0) - (after[0] ?? 0)
    report.check(
      growth < 32 * 1_048_576,
      "memory does not grow between the first and the last stretch",
      `${megabytes(growth)} MB more`
    )
  } finally {
    nginx.stop()
    bare.stop()
    await product.stop()
  }
}
