import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { cpuOfTree } from "./support/Processes.ts"
import {
  buildProduct,
  pauseQueuesBut,
  startProduct,
  temporaryFolder,
  until,
  type Product
} from "./support/Product.ts"
import { makeReport, seconds, sizeOf, type Log, type Report } from "./support/Report.ts"
import { bigVideo, makeVideoTree, mediaTools, tinyVideo } from "./support/SampleVideos.ts"

const smallFiles = sizeOf("BENCH_FILES", 2_000)
/** Size in bytes of each large file. */
const bigBytes = sizeOf("BENCH_BIG_BYTES", 1024 ** 3)
const BIG_FILES = 4

const hashed = (product: Product) =>
  product.value("select count(*) from item_fingerprints where md5 is not null")
const queue = (product: Product, act: "pause" | "resume") =>
  product.call("POST", `/api/jobs/queues/fingerprint/${act}`)

/**
 * Returns the seconds from the start of the fingerprint queue until all files are hashed, and the CPU seconds of the
 * worker.
 */
const hashAll = async (product: Product, folder: string, count: number) => {
  const before = await hashed(product)
  await queue(product, "pause")
  const ready = "select count(*) from items where status = 'ready'"
  const known = await product.value(ready)
  const library = { name: folder, contents: ["videos"], roots: [{ path: folder }] }
  await product.call("POST", "/api/libraries", library)
  await until(async () => (await product.value(ready)) === known + count, {
    millis: 300_000,
    what: "the probes"
  })
  // Waits until no job is running. The other queues are paused, so that none starts during the measurement.
  await until(async () => (await product.value("select count(*) from jobs where state = 1")) === 0, {
    millis: 60_000,
    what: "the end of other jobs"
  })
  const cpu = product.cpu()
  const from = performance.now()
  await queue(product, "resume")
  await until(async () => (await hashed(product)) === before + count, {
    millis: 600_000,
    every: 10,
    what: `${count} fingerprints`
  })
  return { took: seconds(from), cpu: cpuOfTree(product.worker) - cpu.worker }
}

const md5sum = (paths: ReadonlyArray<string>): number => {
  const from = performance.now()
  execFileSync("md5sum", [...paths])
  return seconds(from)
}

const small = async (report: Report, product: Product, tiny: string): Promise<void> => {
  const folder = temporaryFolder("fingerprint-small")
  const paths = makeVideoTree(folder, tiny, smallFiles)
  const peer = md5sum(paths)
  const { cpu, took } = await hashAll(product, folder, smallFiles)
  report.line(
    `${smallFiles} files of 20 KB: ${took.toFixed(1)} s, worker CPU ${cpu.toFixed(1)} s (md5sum: ${peer.toFixed(2)} s)`
  )
  report.check(took < 20, `${smallFiles} small files at concurrency 1 in 20 s`, `${took.toFixed(1)} s`)
}

const large = async (report: Report, product: Product, tiny: string): Promise<void> => {
  const folder = temporaryFolder("fingerprint-large")
  const source = readFileSync(tiny)
  for (let n = 0; n < BIG_FILES; n++)
    renameSync(join(folder, bigVideo(folder, source, bigBytes + n)), join(folder, `Big ${n}.mp4`))
  const paths = readdirSync(folder).map((name) => join(folder, name))
  // The first run only loads the files into the page cache, so that the worker and `md5sum` both read from memory.
  // `md5sum` is then measured before and after the worker.
  md5sum(paths)
  const before = md5sum(paths)
  const { cpu, took } = await hashAll(product, folder, BIG_FILES)
  const behind = md5sum(paths)
  const megabytes = (BIG_FILES * bigBytes) / 1e6
  const ratio = (before + behind) / 2 / took
  report.line(
    `${Math.round(megabytes)} MB: ${(megabytes / took).toFixed(0)} MB/s, worker CPU ${cpu.toFixed(1)} s ` +
      `(md5sum: ${[before, behind].map((one) => (megabytes / one).toFixed(0)).join(" and ")} MB/s)`
  )
  report.check(ratio >= 0.95, "large files at 0.95 x the speed of md5sum", `${ratio.toFixed(2)} x`)
}

/**
 * Measures how fast the worker computes the MD5 and oshash of files, first for many small files and then for a few
 * large files. Compares the worker with `md5sum`.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const tiny = join(temporaryFolder("fingerprint-source"), "tiny.mp4")
  mkdirSync(join(tiny, ".."), { recursive: true })
  copyFileSync(tinyVideo((await mediaTools()).ffmpeg), tiny)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("fingerprint-data") })
  try {
    await product.setup()
    await product.call("PATCH", "/api/settings", { background_worker_concurrency: 1, generate_phash: false })
    await pauseQueuesBut(product, ["library-scan", "media-probe", "fingerprint"])
    await small(report, product, tiny)
    await large(report, product, tiny)
  } finally {
    await product.stop()
  }
}
