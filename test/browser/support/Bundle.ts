import { builtPrograms, type Programs, root } from "@media/testkit/product/Launcher"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"

/**
 * Folder of the tested programs. The folder is below `dist`, so that the programs find `node_modules`. It is a copy, so
 * that a build during the run does not change the tested files.
 */
const folder = join(root, "dist", "browser")
/**
 * Paths of the tested programs. The folder of the schema is not named `migrations`. If a folder has this name, programs
 * treat its parent as their installation, and would look for their tools there.
 */
export const bundle: Programs = {
  bundles: folder,
  migrations: join(folder, "schema"),
  web: join(folder, "web")
}

/** Builds the product from the current sources, once per run. */
export default async (): Promise<void> => {
  // Overrides the mode of the test runner. In this mode, vite would build the development version of Vue and leave it
  // in `dist`.
  const env = { ...process.env, NODE_ENV: "production" }
  // The build is asynchronous, because a synchronous build of more than 60 s would block the runner's messages until
  // they time out.
  const build = spawn(process.execPath, [join(root, "scripts/build.mjs"), "--quiet-when-fresh"], {
    env,
    stdio: "inherit"
  })
  const [code] = (await once(build, "exit")) as [number | null]
  if (code !== 0) throw new Error(`The build ended with ${String(code)}.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ["server", "worker", "standalone"])
    cpSync(join(builtPrograms.bundles, `${name}.mjs`), join(folder, `${name}.mjs`))
  cpSync(join(builtPrograms.bundles, "chunks"), join(folder, "chunks"), { recursive: true })
  cpSync(builtPrograms.migrations, bundle.migrations, { recursive: true })
  cpSync(builtPrograms.web, bundle.web, { recursive: true })
}
