// Builds outdated programs: the Node programs (esbuild) and the web app (vite). `--only server|web` limits it.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { bundleOptions, root } from "./bundle-options.mjs"
import { announce, fail } from "./steps.mjs"

const targets = {
  server: {
    label: "Building the server, the worker and the launcher",
    inputs: ["apps/server", "apps/worker", "apps/standalone", "apps/projections", "packages"],
    outputs: ["dist/standalone.mjs", "dist/reader.mjs"],
    build: async () => {
      const { build } = await import("esbuild")
      const programs = {
        server: "apps/server/src/main.ts",
        worker: "apps/worker/src/main.ts",
        reader: "apps/worker/src/readerMain.ts",
        standalone: "apps/standalone/src/main.ts",
        phash: "packages/phash/src/main.ts",
        projections: "apps/projections/src/main.ts",
        upgrade: "apps/projections/src/upgradeMain.ts"
      }
      const { outputFiles } = await build({
        write: false,
        entryPoints: Object.entries(programs).map(([out, source]) => ({ in: join(root, source), out })),
        outdir: join(root, "dist"),
        outExtension: { ".js": ".mjs" },
        ...bundleOptions
      })
      mkdirSync(join(root, "dist"), { recursive: true })
      // Written in one step each, because a second start must never read half a program.
      for (const { contents, path } of outputFiles) {
        writeFileSync(`${path}.${process.pid}`, contents)
        renameSync(`${path}.${process.pid}`, path)
      }
    }
  },
  web: {
    label: "Building the web app",
    inputs: ["apps/web", "packages/web-client", "packages/wire", "packages/kernel", "packages/query"],
    outputs: ["apps/web/dist/index.html"],
    build: async () => {
      if (!exists("apps/web/src/main.ts")) return
      // Quiet unless it fails: the list of chunks is noise for a plain start.
      const vite = join(root, "node_modules/vite/bin/vite.js")
      const run = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
        cwd: join(root, "apps/web"),
        // A test runner's NODE_ENV would build Vue for development: half as large again, and slower.
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

// By content instead of time: checking out another branch and back must not trigger a build.
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
