// `npm run lock` updates package-lock.json to match the package.json files, for all platforms. `npm run lock -- -D
// knip` adds a package: arguments after "--" are passed to "npm install". The command does not install packages. Use
// "npm ci" to install them.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { completed, missingOptional } from "./lock-file.mjs"
import { fail } from "./steps.mjs"

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url))
const read = () => JSON.parse(readFileSync(file, "utf8"))

const before = read()
const flags = ["--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
const { status } = spawnSync("npm", ["install", ...flags, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  stdio: "inherit",
  // npm may use a mirror, but the lock file must not contain the URLs from which packages were downloaded.
  env: { ...process.env, npm_config_omit_lockfile_registry_resolved: "true" }
})
if (status !== 0) fail("npm could not resolve the packages. Its error message is above.")
const after = read()
const missing = missingOptional(after)
writeFileSync(file, `${JSON.stringify(completed(before, after), undefined, 2)}\n`)
process.stdout.write(`package-lock.json: ${missing.length} packages of other platforms kept or added\n`)
