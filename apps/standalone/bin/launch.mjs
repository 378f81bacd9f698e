// Installs missing packages and builds outdated files of a checkout, then runs the launcher. Must not import packages,
// because node_modules may not exist yet.
import { fileURLToPath, pathToFileURL } from "node:url"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { ensureInstalled } from "../../../scripts/install.mjs"

const root = fileURLToPath(new URL("../../..", import.meta.url))

export const launch = async () => {
  ensureInstalled(root)
  // The build runs in a separate process, so that the memory of the bundlers is released before the server starts.
  const build = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--quiet-when-fresh"], {
    stdio: "inherit"
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  await import(pathToFileURL(join(root, "dist/standalone.mjs")).href)
}
