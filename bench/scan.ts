import { probeInputArgs } from "@media/media-tools/InputArguments"
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { makeVideoTree, makeNameTree, mediaTools, tinyVideo } from "./support/SampleVideos.ts"
import { cpuOfEndedChildren, cpuOfTree, watchRss } from "./support/Processes.ts"
import {
  buildProduct,
  pauseQueuesBut,
  startProduct,
  temporaryFolder,
  until,
  type Product
} from "./support/Product.ts"
import {
  makeReport,
  megabytes,
  median,
  pause,
  seconds,
  sizeOf,
  type Log,
  type Report
} from "./support/Report.ts"

const newFiles = sizeOf("BENCH_FILES", 2_000)
const knownFiles = sizeOf("BENCH_KNOWN_FILES", 50_000)
const probeRounds = 3

const probeArguments = (path: string): Array<string> => [
  ...["-hide_banner", "-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of", "json"],
  ...probeInputArgs(path).map((argument) => (typeof argument === "string" ? argument : `file:${path}`))
]

/** Runs a program. Reads its output, as the product does, but discards it. */
const runOnce = (program: string, args: ReadonlyArray<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.on("data", () => undefined)
    child.stderr.on("data", () => undefined)
    child.once("error", reject)
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${program}: ${code}`))))
  })

const readyVideos = (product: Product) =>
  product.value("select coalesce(sum(n), 0) from item_counts where status = 'ready'")

const allVideos = (product: Product) => product.value("select coalesce(sum(n), 0) from item_counts")

const createLibrary = (product: Product, name: string, path: string) =>
  product.call("POST", "/api/libraries", { name, contents: ["videos"], roots: [{ path }] })

/** Waits until the number of ready videos no longer changes, because a paused queue still finishes its claimed jobs. */
const settled = async (product: Product) => {
  for (let before = -1, now = await readyVideos(product); before !== now;) {
    before = now
    await pause(400)
    now = await readyVideos(product)
  }
}

const visibility = async (product: Product, report: Report, folder: string) => {
  const from = performance.now()
  const cpu = product.cpu()
  await createLibrary(product, "New", folder)
  await until(async () => (await product.call("GET", "/api/videos?perPage=1")).total === newFiles, {
    millis: 120_000,
    what: `${newFiles} videos listed`
  })
  const took = seconds(from)
  const after = product.cpu()
  report.line(
    `${newFiles} new files listed after ${took.toFixed(2)} s; CPU: worker ${(after.worker - cpu.worker).toFixed(2)} s, ` +
      `PostgreSQL ${(after.postgres - cpu.postgres).toFixed(2)} s`
  )
  report.check(took < 10, `${newFiles} new files visible in 10 s`, `${took.toFixed(2)} s`)
}

/**
 * Measures how fast our queue and plain ffprobe examine files, in alternating rounds, so that both run under the same
 * conditions.
 */
const probing = async (product: Product, report: Report, paths: ReadonlyArray<string>, ffprobe: string) => {
  const stretch = Math.floor(newFiles / (probeRounds + 1))
  const ours: Array<number> = []
  const theirs: Array<number> = []
  const rows: Array<Array<string>> = []
  const pauseQueue = () => product.call("POST", "/api/jobs/queues/media-probe/pause")
  for (let round = 0; round < probeRounds; round++) {
    await pauseQueue()
    await settled(product)
    const sample = paths.slice(round * stretch, (round + 1) * stretch)
    const peerFrom = performance.now()
    const peerCpu = cpuOfEndedChildren()
    for (const path of sample) await runOnce(ffprobe, probeArguments(path))
    const peer = (seconds(peerFrom) / sample.length) * 1_000
    const peerCpuEach = ((cpuOfEndedChildren() - peerCpu) / sample.length) * 1_000

    const begin = await readyVideos(product)
    await product.call("POST", "/api/jobs/queues/media-probe/resume")
    const first = await until(
      async () => {
        const ready = await readyVideos(product)
        return ready > begin + 20 ? ready : undefined
      },
      { millis: 60_000, every: 10, what: "the first probes" }
    )
    const from = performance.now()
    const cpu = cpuOfTree(product.worker)
    const last = await until(
      async () => {
        const ready = await readyVideos(product)
        return ready >= Math.min(first + stretch - 60, newFiles) ? ready : undefined
      },
      { millis: 120_000, every: 20, what: "a stretch of probes" }
    )
    const our = (seconds(from) / (last - first)) * 1_000
    const ourCpu = ((cpuOfTree(product.worker) - cpu) / (last - first)) * 1_000
    ours.push(our)
    theirs.push(peer)
    rows.push([
      `round ${round + 1}`,
      ...[our, peer, our / peer, ourCpu, peerCpuEach].map((value) => value.toFixed(2))
    ])
  }
  await product.call("POST", "/api/jobs/queues/media-probe/resume")
  report.table(["", "queue ms/file", "ffprobe ms/file", "ratio", "worker CPU ms", "ffprobe CPU ms"], rows)
  const ratio = median(ours.map((our, round) => our / (theirs[round] ?? 1)))
  report.check(
    ratio < 1.25,
    "probing at concurrency 1 costs less than 1.25 x plain ffprobe",
    `${ratio.toFixed(2)} x`
  )
}

const rescans = async (product: Product, report: Report, folder: string) => {
  await product.call("POST", "/api/jobs/queues/media-probe/pause")
  const before = await allVideos(product)
  const firstFrom = performance.now()
  const { id } = await createLibrary(product, "Known", folder)
  await until(async () => (await allVideos(product)) === before + knownFiles, {
    millis: 600_000,
    every: 100,
    what: "the first scan"
  })
  const first = seconds(firstFrom)
  const root = (await product.call("GET", `/api/libraries/${id}`)).roots[0]
  await until(
    async () => (await product.call("GET", `/api/jobs?queue=library-scan&status=completed`)).total >= 2,
    { millis: 60_000, what: "the end of the first scan" }
  )
  const found: Array<number> = []
  const rows: Array<Array<string>> = []
  let isSilent = true
  for (let round = 0; round < 3; round++) {
    const peerFrom = performance.now()
    await runOnce("find", [folder, "-type", "f", "-printf", "%s %T@\\n"])
    const peer = seconds(peerFrom)
    const events = "select count(*) from events where type not like 'jobs.%'"
    const jobs = `select count(*) from jobs where target_id <> '${root.id}'`
    const [eventsBefore, jobsBefore] = [await product.value(events), await product.value(jobs)]
    const cpu = product.cpu()
    const from = performance.now()
    const { jobRunIds } = await product.call("POST", `/api/libraries/${id}/scan`)
    const run = await until(
      async () => {
        const run = await product.call("GET", `/api/jobs/${jobRunIds[0]}`)
        return run.status === "completed" || run.status === "failed" ? run : undefined
      },
      { millis: 120_000, every: 25, what: "a rescan" }
    )
    const took = seconds(from)
    const after = product.cpu()
    isSilent &&=
      run.status === "completed" &&
      (await product.value(events)) === eventsBefore &&
      (await product.value(jobs)) === jobsBefore
    found.push(took)
    const cost = [after.worker - cpu.worker, after.postgres - cpu.postgres]
    rows.push([`rescan ${round + 1}`, ...[took, ...cost, peer].map((value) => value.toFixed(2))])
  }
  report.line(
    `first scan of ${knownFiles} files: ${first.toFixed(1)} s (${((first / knownFiles) * 1e6).toFixed(0)} us a file)`
  )
  report.table(["", "s", "worker CPU s", "PostgreSQL CPU s", "find -printf s"], rows)
  const took = median(found)
  report.check(
    took < 10,
    `${knownFiles} unchanged files rescanned in 10 s`,
    `${took.toFixed(2)} s, ${((took / knownFiles) * 1e6).toFixed(0)} us a file`
  )
  report.check(isSilent, "a rescan of unchanged files writes 0 events and queues 0 jobs", String(isSilent))
}

/** Measures adding new files, probing them, and rescanning known files. */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg, ffprobe } = await mediaTools()
  const media = temporaryFolder("scan-media")
  const folders = [join(media, "new"), join(media, "known")] as const
  for (const folder of folders) mkdirSync(folder)
  const paths = makeVideoTree(folders[0], tinyVideo(ffmpeg), newFiles)
  makeNameTree(folders[1], knownFiles)
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("scan") })
  try {
    await product.setup()
    // Pauses the queues of all later jobs, because they have their own benchmarks.
    await pauseQueuesBut(product, ["library-scan", "media-probe"])
    const highest = watchRss(product.worker)
    const highestOfServer = watchRss(product.server)
    await visibility(product, report, folders[0])
    await probing(product, report, paths, ffprobe)
    await until(async () => (await readyVideos(product)) === newFiles, {
      millis: 300_000,
      what: "all probes"
    })
    await rescans(product, report, folders[1])
    const [worker, server] = [highest(), highestOfServer()]
    report.line(`highest RSS: worker ${megabytes(worker)} MB, server ${megabytes(server)} MB`)
    report.check(worker < 300 * 1_048_576, "worker RSS below 300 MB throughout", `${megabytes(worker)} MB`)
  } finally {
    await product.stop()
  }
}
