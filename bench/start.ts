import { join } from "node:path"
import { memoryOf, processFacts, processTree } from "./support/Processes.ts"
import { buildProduct, startProduct, temporaryFolder, type Product } from "./support/Product.ts"
import { makeReport, megabytes, median, pause, sizeOf, type Log, type Report } from "./support/Report.ts"

const rounds = sizeOf("BENCH_ROUNDS", 3)
const idleSeconds = sizeOf("BENCH_IDLE_SECONDS", 60)

const memory = (product: Product, report: Report, when: string) => {
  const postgres = processTree(product.launcher).filter(({ command }) => command.includes("postgres"))
  const parts: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
    ["server", [product.server]],
    ["worker", [product.worker]],
    ["launcher", [product.launcher]],
    [`PostgreSQL (${postgres.length} processes)`, postgres.map(({ pid }) => pid)]
  ]
  const sums = parts.map(([name, pids]) => {
    const found = pids.map(memoryOf)
    const sum = (of: "rss" | "pss") => found.reduce((total, one) => total + one[of], 0)
    return { name, pss: sum("pss"), rss: sum("rss") }
  })
  report.line(`memory ${when}, MB:`)
  report.table(
    ["", "PSS", "RSS"],
    sums.map(({ name, pss, rss }) => [name, megabytes(pss), megabytes(rss)])
  )
  const [server, worker, launcher] = sums.map(({ pss }) => pss)
  return { server: server ?? 0, worker: worker ?? 0, launcher: launcher ?? 0 }
}

/** Folder of a built checkout of an earlier version to compare with. Undefined if there is none. */
const earlier = process.env["BENCH_EARLIER"]

interface Start {
  readonly millis: number
  /** CPU times in milliseconds of the launcher, the server and the worker until the product is healthy. */
  readonly cpuMillis: ReadonlyArray<number>
}

const started = async (dataDir: string, entry: string): Promise<Start> => {
  const product = await startProduct({ dataDir, entry })
  const cpuMillis = [product.launcher, product.server, product.worker].map(
    (pid) => (processFacts(pid)?.ownCpuSeconds ?? 0) * 1_000
  )
  await product.stop()
  return { millis: product.healthyMillis, cpuMillis }
}

/**
 * Compares the start with the start of an earlier version. The starts of both versions alternate, because results
 * from different times are not comparable: other programs on the machine change the time of a start by half, and its
 * CPU time by a tenth.
 */
const compare = async (report: Report, dataDir: string, folder: string): Promise<void> => {
  const before = { dataDir: temporaryFolder("start-earlier"), entry: join(folder, "dist/standalone.mjs") }
  await started(before.dataDir, before.entry)
  const turns: Array<readonly [Start, Start]> = []
  for (let round = 1; round <= rounds; round++)
    turns.push([await started(before.dataDir, before.entry), await started(dataDir, "dist/standalone.mjs")])
  const both = (of: (start: Start) => number) =>
    [median(turns.map(([was]) => of(was))), median(turns.map(([, is]) => of(is)))] as const
  const check = (what: string, [was, is]: readonly [number, number]) =>
    report.check(
      is <= 1.1 * was,
      `${what} within 1.1 x the earlier version`,
      `${is.toFixed(0)} ms, ${was.toFixed(0)} ms before (${(is / was).toFixed(2)} x)`
    )
  report.line("CPU time until healthy, ms:")
  report.table(
    ["", "earlier", "now"],
    ["launcher", "server", "worker"].map((name, at) => [
      name,
      ...both(({ cpuMillis }) => cpuMillis[at] ?? 0).map((millis) => millis.toFixed(0))
    ])
  )
  check(
    "CPU time of a warm start",
    both(({ cpuMillis }) => cpuMillis.reduce((sum, one) => sum + one, 0))
  )
  check(
    "warm start",
    both(({ millis }) => millis)
  )
}

/** Measures the time of a start with an existing data directory, and the memory use while the product is idle. */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  buildProduct()
  const dataDir = temporaryFolder("start")
  const entry = "apps/standalone/bin/start.mjs"
  const first = await startProduct({ dataDir, entry })
  report.line(`first start (new database): healthy after ${(first.healthyMillis / 1_000).toFixed(2)} s`)
  await first.setup()
  await first.stop()

  const found: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    const product = await startProduct({ dataDir, entry })
    found.push(product.healthyMillis)
    const [answered, healthy] = [product.answeredMillis, product.healthyMillis]
    report.line(
      `warm start ${round}: answers after ${answered.toFixed(0)} ms, healthy after ${healthy.toFixed(0)} ms`
    )
    if (round === rounds) {
      const before = product.cpu()
      await pause(idleSeconds * 1_000)
      const after = product.cpu()
      const idle = (name: "server" | "worker" | "postgres") =>
        `${name} ${(((after[name] - before[name]) / idleSeconds) * 100).toFixed(1)} %`
      report.line(`CPU while idle: ${idle("server")}, ${idle("worker")}, ${idle("postgres")}`)
      const { launcher, server, worker } = memory(product, report, `after ${idleSeconds} s of idling`)
      report.check(
        server <= 90 * 1_048_576,
        "idle server at most 90 MB PSS",
        `${megabytes(server)} MB (worker ${megabytes(worker)} MB)`
      )
      report.check(launcher <= 40 * 1_048_576, "idle launcher at most 40 MB PSS", `${megabytes(launcher)} MB`)
    }
    await product.stop()
  }
  const warm = median(found)
  report.check(warm < 3_000, "warm start to healthy in 3 s", `${warm.toFixed(0)} ms`)
  if (earlier !== undefined) await compare(report, dataDir, earlier)
}
