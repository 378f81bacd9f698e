import { build } from "esbuild"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { bundleOptions, root } from "../../../scripts/bundle-options.mjs"

/**
 * Builds the guarded program from the current sources before any test of a project: servers and workers in a test's own
 * process start it from the product's location.
 */
const setup = async (): Promise<void> => {
  const program = join(root, "dist/reader.mjs")
  const draft = `${program}.${process.pid}`
  await build({
    ...bundleOptions,
    entryPoints: [join(root, "apps/worker/src/readerMain.ts")],
    outfile: draft,
    sourcemap: false
  })
  renameSync(draft, program)
}

export default setup
