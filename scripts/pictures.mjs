// `npm run pictures` creates a sample library, opens every main page, and writes a contact sheet. See `usage` for the
// options.
import { spawnSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { importBundled, root } from "./bundle.mjs"
import { fail } from "./steps.mjs"

const usage = `npm run pictures -- [--folder FOLDER] [--out FOLDER] [--port 8020] [--only NAME] [--readme] [--keep]
  --only    pages whose name contains this, for example "album"
  --readme  also writes the pictures of the README to docs/pictures
  --keep    leaves the server running until Ctrl-C`

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        folder: { type: "string", default: join(tmpdir(), "media-library-pictures") },
        out: { type: "string" },
        port: { type: "string", default: "8020" },
        only: { type: "string", default: "" },
        readme: { type: "boolean", default: false },
        keep: { type: "boolean", default: false },
        help: { type: "boolean", default: false }
      }
    }).values
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}
const options = readOptions()
const print = (line) => process.stdout.write(`${line}\n`)
if (options.help) {
  print(usage)
  process.exit(0)
}
const build = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--quiet-when-fresh"], {
  stdio: "inherit"
})
if (build.status !== 0) process.exit(build.status ?? 1)

// Excludes playwright-core from the bundle, because it loads files from its own package at run time.
const browserApart = {
  name: "browser-apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^playwright-core$/ }, ({ path }) => ({ path, external: true }))
  }
}
const { takePictures } = await importBundled(
  "pictures",
  `export { takePictures } from "./dev/pictures/main.ts"`,
  [browserApart]
)
await takePictures({
  folder: options.folder,
  out: options.out ?? join(options.folder, "sheet"),
  readme: options.readme ? join(root, "docs/pictures") : undefined,
  port: Number(options.port),
  only: options.only,
  isKept: options.keep,
  print
})
