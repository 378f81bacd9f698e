// `npm run check` runs all static checks and stops at the first failure. With `--changed`, it limits lint and format to
// the files that differ from main. It then also skips the search for unused code, because this search needs all files.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { baseOf, changesSince } from "./changes.mjs"
import { fail } from "./steps.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const WHOLE = ["types", "lint", "lint:types", "unused", "format:check", "generate:check"]

const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
const script = (name) => run("npm", ["run", name])
const tool = (name, ...args) => run("npx", ["--no-install", name, ...args])

const checkChanged = (base) => {
  const files = changesSince(root, base).files.filter((file) => existsSync(join(root, file)))
  const linted = files.filter((file) => /\.(ts|mts|mjs|js|vue)$/.test(file))
  const typed = linted.filter((file) => /^(packages|apps|test|bench)\//.test(file))
  script("types")
  if (linted.length > 0) tool("eslint", "--max-warnings", "0", "--no-warn-ignored", ...linted)
  if (typed.length > 0)
    tool("eslint", "-c", "eslint.types.js", "--max-warnings", "0", "--no-warn-ignored", ...typed)
  if (files.length > 0) tool("prettier", "--check", "--log-level", "warn", "--ignore-unknown", ...files)
  script("generate:check")
  process.stdout.write(`Checked ${files.length} changed files. "npm run check" also looks for unused code.\n`)
}

try {
  const base = baseOf(process.argv.slice(2))
  if (base === undefined) WHOLE.forEach(script)
  else checkChanged(base)
} catch (error) {
  fail(error.message)
}
