// `npm test` installs packages if needed, runs the test projects, and prints a summary. `npm test -- unit pg` runs only
// the named projects. `npm test -- --changed` runs the tests that changes since main can affect. Projects run one after
// another, except for projects that leave a core idle.
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { affectedRuns, baseOf, changesSince } from "./changes.mjs"
import { ensureInstalled } from "./install.mjs"
import { fail } from "./steps.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
/** Folder of the results. Two runs at the same time need different folders. */
const results = process.env.TEST_RESULTS ?? join(root, "dist", "test-results")
const DEFAULT_PROJECTS = ["unit", "pg", "mocked", "e2e", "media", "system", "web", "web-mocked"]
/**
 * Number of test files that run at the same time, even on two cores, where vitest would run only one file. Database
 * tests mostly wait: they took 200 s with three files at a time, and 224 s with two. Media tests took 145 s with one
 * file at a time, and 175 s of CPU time. The minimum number of workers is set to the same number, so that no worker
 * ends early. A worker that ends while other workers run can be released twice, which aborts the whole run (vitest
 * 3.2.7, tinypool).
 */
const WORKERS = { unit: 2, pg: 3, media: 2 }
/**
 * Projects that run during the system tests, one after another. Each of these projects uses one core. The system tests
 * leave a core idle, because they mostly wait for a single process.
 */
const BESIDE_SYSTEM = ["mocked", "e2e", "web", "web-mocked"]

const main = async () => {
  ensureInstalled(root)
  const runs = plannedRuns(process.argv.slice(2))
  mkdirSync(results, { recursive: true })
  const outcomes = await runAll(runs)
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

const runAll = async (runs) => {
  const hasSystem = runs.some(({ project }) => project === "system")
  const isBeside = ({ project }) => hasSystem && BESIDE_SYSTEM.includes(project)
  const [inOrder, beside] = [runs.filter((planned) => !isBeside(planned)), runs.filter(isBeside)]
  const outcomes = []
  for (const planned of inOrder) {
    if (planned.project !== "system") outcomes.push(await run(planned))
    else outcomes.push(...(await Promise.all([run(planned), runQuietly(beside)])).flat())
  }
  return outcomes
}

/**
 * Executes the runs one after another. Prints their output only at the end, so that it does not mix with the output of
 * the system tests.
 */
const runQuietly = async (runs) => {
  const printed = []
  const outcomes = []
  for (const planned of runs) outcomes.push(await run(planned, (text) => printed.push(text)))
  process.stdout.write(printed.join(""))
  return outcomes
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

/** Runs vitest. Writes its output to the terminal, or passes the output to `print`. */
const run = async ({ args, name, project }, print) => {
  const begin = performance.now()
  const report = join(results, `${name}.json`)
  rmSync(report, { force: true })
  ;(print ?? ((text) => process.stdout.write(text)))(`\n== ${name}\n`)
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  // In CI, a failed test runs once more. If the test then passes, it is listed at the end. The output of passing tests
  // is hidden, because a reader of a long log looks for failures.
  if (process.env.CI) options.push("--retry=1", "--silent=passed-only")
  if (WORKERS[project]) options.push(`--maxWorkers=${WORKERS[project]}`, `--minWorkers=${WORKERS[project]}`)
  const status = await exitOf([vitest, "run", ...args, "--project", project, ...options], print)
  const seconds = (performance.now() - begin) / 1000
  return { project: name, ...count(report, status), ...named(report, status), seconds }
}

const exitOf = (args, print) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: print ? ["ignore", "pipe", "pipe"] : "inherit"
    })
    for (const stream of print ? [child.stdout, child.stderr] : []) {
      stream.setEncoding("utf8")
      stream.on("data", print)
    }
    child.once("error", reject)
    child.once("close", resolve)
  })

// Returns the failed tests, and in `unsteady` the tests that passed only when they ran again. Each unsteady test
// indicates a defect in the test or in the product.
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

// True if the file could not be loaded or its setup failed. In this case, the report contains no failed test, because
// none of the file's tests has run.
const brokenFile = ({ assertionResults, status }) =>
  status === "failed" && !assertionResults.some((test) => test.status === "failed")

// Counts the results. A file that could not be loaded counts as one failed test, and so does a run that fails although
// no test failed.
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

await main()
