// Bundles a TypeScript module into dist/ and imports it, so that scripts can run our own code.
import { build } from "esbuild"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundleOptions, root } from "./bundle-options.mjs"

export { root }

/** `source` is TypeScript whose imports start at the root; `name` is its file in dist/. `plugins` are esbuild's. */
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
