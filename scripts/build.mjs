// Builds the programs whose sources have changed: the Node programs (esbuild) and the web app (vite). `--only server`
// or `--only web` builds only the server programs or only the web app.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname, join, relative } from "node:path"
import { parseArgs } from "node:util"
import { bundleOptions, root } from "./bundle-options.mjs"
import { announce, fail } from "./steps.mjs"

const chunks = join(root, "dist/chunks")
const KEPT_DAYS = 30

// Deletes chunks of builds that are older than `KEPT_DAYS`. Newer chunks are kept, because a running server may load
// them later.
const removeOldChunks = () => {
  const before = Date.now() - KEPT_DAYS * 24 * 60 * 60 * 1_000
  for (const name of readdirSync(chunks)) {
    const path = join(chunks, name)
    if (statSync(path).mtimeMs < before) rmSync(path, { force: true })
  }
}

const targets = {
  server: {
    label: "Building the server, the worker and the launcher",
    inputs: ["apps/server", "apps/worker", "apps/standalone", "apps/projections", "packages"],
    outputs: ["dist/standalone.mjs", "dist/server.mjs", "dist/reader.mjs", "dist/chunks"],
    build: async () => {
      const { build } = await import("esbuild")
      const bundle = async (programs, options) => {
        const { outputFiles } = await build({
          write: false,
          entryPoints: Object.entries(programs).map(([out, source]) => ({ in: join(root, source), out })),
          outdir: join(root, "dist"),
          outExtension: { ".js": ".mjs" },
          ...bundleOptions,
          ...options
        })
        return outputFiles
      }
      // Shared code and lazily loaded code is split into chunks, so that an idle server takes 25 MB less memory than
      // with a single file. Each child program is bundled into a single file, because child programs start often, and a
      // single file starts fastest.
      const chunked = await bundle(
        {
          server: "apps/server/src/main.ts",
          worker: "apps/worker/src/main.ts",
          standalone: "apps/standalone/src/main.ts",
          projections: "apps/projections/src/main.ts",
          upgrade: "apps/projections/src/upgradeMain.ts"
        },
        { splitting: true, chunkNames: "chunks/[name]-[hash]" }
      )
      const single = await bundle({
        reader: "apps/worker/src/readerMain.ts",
        phash: "packages/phash/src/main.ts",
        scraper: "packages/scrapers/src/guarded/main.ts"
      })
      mkdirSync(chunks, { recursive: true })
      // Chunks are written before the programs that load them, and each file is replaced atomically, because a program
      // that starts during the build must never load an incomplete file.
      const isChunk = ({ path }) => dirname(path) === chunks
      const files = [...chunked.filter(isChunk), ...chunked.filter((file) => !isChunk(file)), ...single]
      for (const { contents, path } of files) {
        writeFileSync(`${path}.${process.pid}`, contents)
        renameSync(`${path}.${process.pid}`, path)
      }
      removeOldChunks()
    }
  },
  web: {
    label: "Building the web app",
    inputs: ["apps/web", "packages/web-client", "packages/wire", "packages/kernel", "packages/query"],
    outputs: ["apps/web/dist/index.html"],
    build: async () => {
      if (!exists("apps/web/src/main.ts")) return
      // Vite prints only warnings and errors. Its list of chunks would be noise at a normal start.
      const vite = join(root, "node_modules/vite/bin/vite.js")
      const run = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
        cwd: join(root, "apps/web"),
        // The variable is set here, because the NODE_ENV of a test runner would build Vue for development, which is
        // slower and 50 % larger.
        env: { ...process.env, NODE_ENV: "production" },
        stdio: "inherit"
      })
      if (run.status !== 0) throw new Error("vite build failed")
    }
  }
}

const main = async () => {
  const { values } = parseArgs({
    options: { only: { type: "string" }, force: { type: "boolean" }, "quiet-when-fresh": { type: "boolean" } }
  })
  if (values.only !== undefined && !(values.only in targets))
    fail(`--only takes ${Object.keys(targets).join(" or ")}`)
  for (const [name, target] of Object.entries(targets)) {
    if (values.only !== undefined && values.only !== name) continue
    const hash = hashOf(target.inputs)
    const stamp = join(root, "dist", `.${name}.stamp`)
    const fresh = existsSync(stamp) && readFileSync(stamp, "utf8") === hash && target.outputs.every(exists)
    if (fresh && !values.force) {
      if (!values["quiet-when-fresh"]) process.stdout.write(`${target.label}: nothing changed\n`)
      continue
    }
    const done = announce(target.label)
    await target.build()
    mkdirSync(join(root, "dist"), { recursive: true })
    writeFileSync(stamp, hash)
    done()
  }
}

const exists = (path) => existsSync(join(root, path))

// Compares hashes of the contents, not modification times, so that switching to another branch and back does not
// trigger a build.
const hashOf = (inputs) => {
  const hash = createHash("sha256")
  for (const file of [...inputs.flatMap((input) => sources(join(root, input))), ...shared]) {
    if (!existsSync(file)) continue
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

const shared = ["package-lock.json", "tsconfig.base.json", "scripts/build.mjs"].map((file) =>
  join(root, file)
)

const SKIPPED = new Set(["node_modules", "dist", "coverage", ".vite"])

const sources = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !SKIPPED.has(entry.name) && !/\.test\.ts$/.test(entry.name))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => {
          const path = join(folder, entry.name)
          return entry.isDirectory() ? sources(path) : [path]
        })
    : []

await main().catch((error) => fail(`The build failed: ${error.message}`))
