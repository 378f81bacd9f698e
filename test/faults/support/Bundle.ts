import { spawnSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))
/**
 * Returns the folder of the tested programs. The folder is below `dist`, so that the programs find `node_modules`. It
 * is a copy, so that a build during the run does not change the tested files.
 */
const bundleIn = (installation: string) => join(installation, "dist", "faults")
/**
 * Returns the folder of the schema. The folder is not named `migrations`. If a folder has this name, programs treat its
 * parent as their installation, and would look for their tools there.
 */
export const migrationsIn = (installation: string) => join(bundleIn(installation), "schema")
export const program = (name: "server" | "worker" | "standalone", installation = root) =>
  join(bundleIn(installation), `${name}.mjs`)

/**
 * Writes a module that first runs JavaScript and then one of our programs. Use it for a limit or a clock that must
 * apply from the beginning. Returns the path of the module, which must be started instead of the program.
 */
export const prefaced = (folder: string, name: "server" | "worker", preface: string): string => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, `${preface}\nawait import(${JSON.stringify(pathToFileURL(program(name)).href)})\n`)
  return file
}

/** Builds the programs from the current sources, once per run. */
export default (): void => {
  const build = spawnSync(
    process.execPath,
    [join(root, "scripts/build.mjs"), "--only", "server", "--quiet-when-fresh"],
    {
      encoding: "utf8"
    }
  )
  if (build.status !== 0) throw new Error(`the programs cannot be built: ${build.stderr}`)
  rmSync(bundleIn(root), { recursive: true, force: true })
  mkdirSync(bundleIn(root), { recursive: true })
  for (const name of ["server", "worker", "standalone"] as const) {
    copyFileSync(join(root, `dist/${name}.mjs`), program(name))
    copyFileSync(join(root, `dist/${name}.mjs.map`), `${program(name)}.map`)
  }
  cpSync(join(root, "dist/chunks"), join(bundleIn(root), "chunks"), { recursive: true })
  cpSync(join(root, "migrations"), migrationsIn(root), { recursive: true })
}
