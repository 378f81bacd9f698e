import { spawnSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))
/** Below `dist`, so that `node_modules` is found; a copy, so that a build during the run changes nothing under test. */
export const bundleDir = join(root, "dist", "faults")
export const migrationsDir = join(bundleDir, "migrations")
export const program = (name: "server" | "worker" | "standalone") => join(bundleDir, `${name}.mjs`)

/** Once per run: the programs as the sources are now. */
export default (): void => {
  const build = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--only", "server"], {
    encoding: "utf8"
  })
  if (build.status !== 0) throw new Error(`the programs cannot be built: ${build.stderr}`)
  rmSync(bundleDir, { recursive: true, force: true })
  mkdirSync(bundleDir, { recursive: true })
  for (const name of ["server", "worker", "standalone"] as const) {
    copyFileSync(join(root, `dist/${name}.mjs`), program(name))
    copyFileSync(join(root, `dist/${name}.mjs.map`), `${program(name)}.map`)
  }
  cpSync(join(root, "migrations"), migrationsDir, { recursive: true })
}
