// `npm run fuzz -- SECONDS SEED` sends invalid input to every API route, for 300 s by default.
import { spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const [seconds = "300", seed = String(randomInt(1, 2 ** 31))] = process.argv.slice(2)
const vitest = join(root, "node_modules/vitest/vitest.mjs")
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "pg", "test/fuzz/fuzz.pg.test.ts"],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FUZZ_SECONDS: seconds, FUZZ_SEED: seed }
  }
)
process.exit(status ?? 1)
