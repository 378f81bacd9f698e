// Bundles a TypeScript module into dist/ and imports it, so that scripts can run our own code.
import { build } from "esbuild"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundleOptions, root } from "./bundle-options.mjs"

export { root }

/**
 * Bundles and imports `source`, a TypeScript module whose imports are relative to the root. `name` is the name of the
 * bundle in dist/, and `plugins` are esbuild plugins.
 */
export const importBundled = async (name, source, plugins = []) => {
  const outfile = join(root, "dist", `${name}.mjs`)
  await build({
    stdin: { contents: source, resolveDir: root, loader: "ts", sourcefile: `${name}.ts` },
    outfile,
    plugins,
    ...bundleOptions
  })
  return import(pathToFileURL(outfile).href)
}
