// `npm run e2e` runs black-box tests against a running server, by default the one on this machine.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const url = process.env.MEDIA_E2E_WEB_URL || "http://127.0.0.1:8008"
process.stdout.write(`Testing the server at ${url}\n`)
const vitest = join(root, "node_modules/vitest/vitest.mjs")
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "e2e", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, MEDIA_E2E_WEB_URL: url }
  }
)
process.exit(status ?? 1)
