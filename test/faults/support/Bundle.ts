import { spawnSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))
/** Below `dist`, so that `node_modules` is found; a copy, so that a build during the run changes nothing under test. */
const bundleIn = (installation: string) => join(installation, "dist", "faults")
/**
 * Not `migrations`, because a program recognizes the root of its installation, with the tools of its children, by that
 * name.
 */
export const migrationsIn = (installation: string) => join(bundleIn(installation), "schema")
export const program = (name: "server" | "worker" | "standalone", installation = root) =>
  join(bundleIn(installation), `${name}.mjs`)

/**
 * One of our programs, with JavaScript in front that its process runs first at every start: for a limit or a clock that
 * must apply from the beginning. Returns the file to use as entry.
 */
export const prefaced = (folder: string, name: "server" | "worker", preface: string): string => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, `${preface}\nawait import(${JSON.stringify(pathToFileURL(program(name)).href)})\n`)
  return file
}

/** Once per run: builds the programs from the current sources. */
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
