import { memoryOf, processTree } from "./support/Processes.ts"
import { buildProduct, startProduct, temporaryFolder, type Product } from "./support/Product.ts"
import { makeReport, megabytes, median, pause, sizeOf, type Log, type Report } from "./support/Report.ts"

const rounds = sizeOf("BENCH_ROUNDS", 3)
const idleSeconds = sizeOf("BENCH_IDLE_SECONDS", 30)

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
  return sums.slice(0, 2).reduce((total, { pss }) => total + pss, 0)
}

/** Starting on an existing data directory, and the memory of an idle product. */
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
      const total = memory(product, report, `after ${idleSeconds} s of idling`)
      report.check(
        total < 250 * 1_048_576,
        "idle server and worker below 250 MB PSS together",
        `${megabytes(total)} MB`
      )
    }
    await product.stop()
  }
  const warm = median(found)
  report.check(warm < 3_000, "warm start to healthy in 3 s", `${warm.toFixed(0)} ms`)
}
