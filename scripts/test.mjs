// `npm test`: installs if needed, then runs the test projects one after another and sums them up.
// `npm test -- unit pg` runs only those. `npm test -- --changed` runs what the changes since main can affect. Never two
// projects at once: the later ones measure time on real processes.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { affectedRuns, baseOf, changesSince } from "./changes.mjs"
import { ensureInstalled } from "./install.mjs"
import { fail } from "./steps.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
/** Two runs at a time need a folder each. */
const results = process.env.TEST_RESULTS ?? join(root, "dist", "test-results")
const DEFAULT_PROJECTS = ["unit", "pg", "mocked", "e2e", "media", "system", "web", "web-mocked"]
/**
 * Number of test files that run at a time, also with two cores, where vitest would run one. Tests with a database
 * mostly wait: three at a time took 200 s, two took 224 s. Media tests took 145 s one by one, and 175 s of CPU time. No
 * worker ends early: one that is released while others still work can be released twice, which ends the whole run
 * (vitest 3.2.7, tinypool).
 */
const WORKERS = { unit: 2, pg: 3, media: 2 }

const main = () => {
  ensureInstalled(root)
  const runs = plannedRuns(process.argv.slice(2))
  mkdirSync(results, { recursive: true })
  const outcomes = runs.map((planned) => ({ project: planned.name, ...run(planned) }))
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const summary = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") }
  const lines = outcomes.flatMap(({ failures, project, unsteady }) => [
    ...unsteady.map((line) => `${project.padEnd(8)} passed only when run again: ${line}`),
    ...failures.map((line) => `${project.padEnd(8)} FAILED: ${line}`)
  ])
  writeFileSync(join(results, "summary.json"), JSON.stringify({ ...summary, lines }))
  process.stdout.write("\n")
  for (const line of lines) process.stdout.write(`${line}\n`)
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

const plannedRuns = (args) => {
  const named = args.filter((arg) => !arg.startsWith("--"))
  const projects = named.length > 0 ? named : DEFAULT_PROJECTS
  const base = baseOf(args)
  if (base === undefined) return projects.map((project) => ({ project, name: project, args: [] }))
  try {
    return affectedRuns({ root, projects, ...changesSince(root, base) })
  } catch (error) {
    return fail(error.message)
  }
}

const run = ({ args, name, project }) => {
  const begin = performance.now()
  const report = join(results, `${name}.json`)
  rmSync(report, { force: true })
  process.stdout.write(`\n== ${name}\n`)
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  // On a shared machine a failed test runs once more, and is named at the end. The output of passing tests is hidden,
  // because a reader of a long log looks for failures.
  if (process.env.CI) options.push("--retry=1", "--silent=passed-only")
  if (WORKERS[project]) options.push(`--maxWorkers=${WORKERS[project]}`, `--minWorkers=${WORKERS[project]}`)
  const { status } = spawnSync(process.execPath, [vitest, "run", ...args, "--project", project, ...options], {
    cwd: root,
    stdio: "inherit"
  })
  const seconds = (performance.now() - begin) / 1000
  return { ...count(report, status), ...named(report, status), seconds }
}

// `unsteady` tests passed, but not the first time: each of them shows a defect of the test or of the product.
const named = (report, status) => {
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8"))
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    const line = ({ failureMessages, fullName }) =>
      `${fullName}: ${(failureMessages[0] ?? "").split("\n").slice(0, 4).join(" | ").slice(0, 500)}`
    const unsteady = all.filter((test) => test.status === "passed" && test.failureMessages.length > 0)
    const failures = [
      ...all.filter((test) => test.status === "failed").map(line),
      ...testResults.filter(brokenFile).map((file) => `${file.name}: ${file.message.slice(0, 500)}`)
    ]
    if (failures.length === 0 && status !== 0)
      failures.push(`no test failed, but the run ended with ${status}`)
    return { unsteady: unsteady.map(line), failures }
  } catch {
    return {
      unsteady: [],
      failures: status === 0 ? [] : [`the run ended with ${status} and without a report`]
    }
  }
}

// The file could not be loaded, or its setup failed: none of its tests failed, and none has run.
const brokenFile = ({ assertionResults, status }) =>
  status === "failed" && !assertionResults.some((test) => test.status === "failed")

// A file that cannot be loaded has no test to fail, and a run can end badly after its last test: both count.
const count = (report, status) => {
  try {
    const { numFailedTests, numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, "utf8")
    )
    const broken = testResults.filter(brokenFile).length
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
