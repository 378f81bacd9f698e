// `node scripts/tool.mjs NAME ...` runs the program of an npm package. If the package is not installed, the script
// reports that it must be installed first.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { fail } from "./steps.mjs"

const [name = "", ...options] = process.argv.slice(2)
const root = fileURLToPath(new URL("..", import.meta.url))
const program = join(root, "node_modules/.bin", name)
if (name === "" || !existsSync(program)) fail(`${name} is not installed. Run "npm ci" first.`)
const { error, status } = spawnSync(program, options, {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32"
})
if (error !== undefined) fail(`${name}: ${error.message}`)
process.exit(status ?? 1)
