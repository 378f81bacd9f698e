import { build } from "esbuild"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { bundleOptions, root } from "../../../scripts/bundle-options.mjs"

const programs = {
  "reader.mjs": "apps/worker/src/readerMain.ts",
  "scraper.mjs": "packages/scrapers/src/guarded/main.ts"
}

/**
 * Builds the reader and the scraper program from the current sources before the tests of a project run. Servers and
 * workers that run in the process of a test start these programs from the same location as the product.
 */
const setup = async (): Promise<void> => {
  for (const [name, source] of Object.entries(programs)) {
    const program = join(root, "dist", name)
    const draft = `${program}.${process.pid}`
    await build({ ...bundleOptions, entryPoints: [join(root, source)], outfile: draft, sourcemap: false })
    renameSync(draft, program)
  }
}

export default setup
