import { builtPrograms, type Programs, root } from "@media/testkit/product/Launcher"
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"

/** Below `dist`, where `node_modules` is found; a copy, so a build during the run changes nothing under test. */
const folder = join(root, "dist", "browser")
const bundle: Programs = { bundles: folder, migrations: join(folder, "migrations"), web: join(folder, "web") }
const marker = Symbol.for("media.browser-bundle")

/** Once per process of the test runner: the product built from the current sources. */
export const bundled = (): Programs => {
  const shared = globalThis as { [marker]?: true }
  if (shared[marker]) return bundle
  // Without the test runner's mode: with it vite would build, and leave behind, Vue for development.
  const env = { ...process.env, NODE_ENV: "production" }
  const build = join(root, "scripts/build.mjs")
  execFileSync(process.execPath, [build, "--quiet-when-fresh"], { env, stdio: "inherit" })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ["server", "worker", "standalone"])
    cpSync(join(builtPrograms.bundles, `${name}.mjs`), join(folder, `${name}.mjs`))
  cpSync(builtPrograms.migrations, bundle.migrations, { recursive: true })
  cpSync(builtPrograms.web, bundle.web, { recursive: true })
  shared[marker] = true
  return bundle
}
