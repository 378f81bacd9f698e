// Determines the scope of `npm test -- --changed` and `npm run check -- --changed`: the files that differ from a base,
// and the test runs that these files can affect.
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Returns the base given by `--changed` or `--changed=BASE`. Returns undefined if the option is missing. */
export const baseOf = (args) => {
  const option = args.find((arg) => /^--changed(=|$)/.test(arg))
  return option === undefined ? undefined : option.slice("--changed=".length) || "main"
}

const git = (root, ...args) => {
  const { status, stderr, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return status === 0 ? { ok: true, text: stdout.trim() } : { ok: false, text: stderr.trim() }
}

/**
 * Returns the commit at which the branch diverged from `base`. A fresh clone of a fork may contain `origin/main` but
 * not `main`.
 */
const commitOf = (root, base) => {
  for (const name of [base, `origin/${base}`]) {
    const merge = git(root, "merge-base", name, "HEAD")
    if (merge.ok) return merge.text
  }
  throw new Error(`git does not know the branch "${base}". Specify another branch: --changed=BRANCH`)
}

/**
 * Returns the commit at which the branch diverged from `base`, and the files that were added, changed or deleted since
 * then. Uncommitted changes are included.
 */
export const changesSince = (root, base) => {
  const commit = commitOf(root, base)
  const lines = (...args) => git(root, ...args).text.split("\n")
  const files = [
    ...lines("diff", "--name-only", "--no-renames", commit),
    ...lines("ls-files", "--others", "--exclude-standard")
  ]
  return { commit, files: [...new Set(files)].filter((file) => file !== "").sort() }
}

/**
 * Returns the unit tests that read sources and pages as text. vitest cannot find these dependencies through imports.
 */
const textTests = (root) =>
  readdirSync(join(root, "test"))
    .filter((name) => /^\w+\.test\.ts$/.test(name))
    .map((name) => `test/${name}`)

const isCode = (file) => /\.(ts|mts|mjs|js|vue|css|html|sql|json|jsonc)$/.test(file)
const isWeb = (file) => file.startsWith("apps/web/")
const isTest = (file) => /\.test\.ts$|^test\//.test(file)
/** Projects that start the built product. vitest cannot find their dependencies through imports. */
const OF_THE_PRODUCT = ["e2e", "system"]
/** Projects that depend on the database schema. */
const OF_THE_SCHEMA = ["pg", "mocked", ...OF_THE_PRODUCT]
const OF_THE_WEB = ["unit", "web", "web-mocked", "browser"]

/**
 * Returns the vitest runs that the changed files can affect, each with its project and additional arguments. vitest
 * itself follows imports. The rules below cover dependencies that imports do not show.
 */
export const affectedRuns = ({ commit, files, projects, root }) => {
  const code = files.filter(isCode)
  const product = code.filter((file) => !isWeb(file) && !isTest(file))
  const isSchema = files.some((file) => file.startsWith("migrations/"))
  const related = ["--changed", commit, "--passWithNoTests"]
  return projects.flatMap((project) => {
    const text = project === "unit" ? [{ project, name: "unit-text", args: textTests(root) }] : []
    if (files.length === 0 || code.length === 0) return files.length === 0 ? [] : text
    if (isSchema && OF_THE_SCHEMA.includes(project)) return [{ project, name: project, args: [] }]
    if (product.length > 0 && OF_THE_PRODUCT.includes(project)) return [{ project, name: project, args: [] }]
    if (code.every(isWeb) && !OF_THE_WEB.includes(project)) return []
    return [{ project, name: project, args: related }, ...text]
  })
}
