// `npm test`: installs if needed, then runs the test projects one after another and sums them up.
// `npm test -- unit pg` runs only those. Never two at once: the later ones measure time on real processes.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ensureInstalled } from "./install.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const results = join(root, "dist", "test-results")
const DEFAULT_PROJECTS = ["unit", "pg", "e2e", "media", "system", "web"]
/**
 * How many test files of these run at a time, also where there are two cores and vitest would take them one by one. Tests
 * with a database wait much: three at a time took 200 s, two 224 s. All stay to the end: one that is let go while others
 * still work can be let go twice, which ends the whole run (vitest 3.2.7, tinypool).
 */
const WORKERS = { unit: 2, pg: 3, web: 2 }

const main = () => {
  ensureInstalled(root)
  const asked = process.argv.slice(2)
  const projects = asked.length > 0 ? asked : DEFAULT_PROJECTS
  mkdirSync(results, { recursive: true })
  const outcomes = projects.map((project) => ({ project, ...run(project) }))
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const summary = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") }
  writeFileSync(join(results, "summary.json"), JSON.stringify(summary))
  process.stdout.write("\n")
  for (const { project, unsteady } of outcomes)
    for (const line of unsteady)
      process.stdout.write(`${project.padEnd(8)} passed only when run again: ${line}\n`)
  for (const { failed, passed, project, seconds, skipped } of outcomes) {
    process.stdout.write(
      `${project.padEnd(8)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds.toFixed(1)} s)\n`
    )
  }
  process.stdout.write(
    `${"all".padEnd(8)} ${summary.passed} passed, ${summary.failed} failed, ${summary.skipped} skipped\n`
  )
  process.exit(summary.failed > 0 ? 1 : 0)
}

const run = (project) => {
  const begin = performance.now()
  const report = join(results, `${project}.json`)
  rmSync(report, { force: true })
  process.stdout.write(`\n== ${project}\n`)
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  // What fails once on a machine that others use, too, is run once more, and named at the end.
  if (process.env.CI) options.push("--retry=1")
  if (WORKERS[project]) options.push(`--maxWorkers=${WORKERS[project]}`, `--minWorkers=${WORKERS[project]}`)
  const { status } = spawnSync(process.execPath, [vitest, "run", "--project", project, ...options], {
    cwd: root,
    stdio: "inherit"
  })
  return { ...count(report, status), unsteady: unsteady(report), seconds: (performance.now() - begin) / 1000 }
}

// Passed, but not the first time: each of them is a defect, of the test or of the product.
const unsteady = (report) => {
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ failureMessages, status }) => status === "passed" && failureMessages.length > 0)
        .map(({ failureMessages, fullName }) => `${fullName}: ${failureMessages[0].split("\n")[0]}`)
    )
  } catch {
    return []
  }
}

// A file that cannot be loaded has no test to fail, and a run can end badly after its last test: both count.
const count = (report, status) => {
  try {
    const { numFailedTests, numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, "utf8")
    )
    const broken = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0
    ).length
    const failed = numFailedTests + broken
    return {
      passed: numPassedTests,
      failed: failed === 0 && status !== 0 ? 1 : failed,
      skipped: numPendingTests + numTodoTests
    }
  } catch {
    return { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 }
  }
}

main()
