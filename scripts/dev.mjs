// `npm run dev` runs the real product with generated content, and serves the web app from its sources. See `usage` for
// the options.
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./bundle-options.mjs"
import { ensureInstalled } from "./install.mjs"
import { fail } from "./steps.mjs"

const usage = `npm run dev -- [--fresh] [--port 8010] [--web-port 5173] [--videos 3000] [--folder .dev]`
const print = (line) => process.stdout.write(`${line}\n`)

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        fresh: { type: "boolean", default: false },
        port: { type: "string", default: "8010" },
        "web-port": { type: "string", default: "5173" },
        videos: { type: "string", default: "3000" },
        folder: { type: "string", default: join(root, ".dev") },
        help: { type: "boolean", default: false }
      }
    }).values
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}
const options = readOptions()
if (options.help) {
  print(usage)
  process.exit(0)
}
for (const name of ["port", "web-port", "videos"])
  if (!/^\d+$/.test(options[name])) fail(`--${name} takes a number\n${usage}`)

ensureInstalled(root)
const build = spawnSync(
  process.execPath,
  [join(root, "scripts/build.mjs"), "--only", "server", "--quiet-when-fresh"],
  { stdio: "inherit" }
)
if (build.status !== 0) process.exit(build.status ?? 1)

const serveWeb = async (origin) => {
  process.env.MEDIA_WEB_PROXY = origin
  const { createServer } = await import("vite")
  const before = process.listeners("SIGTERM")
  const server = await createServer({
    configFile: join(root, "apps/web/vite.config.ts"),
    server: { port: Number(options["web-port"]) }
  })
  // Removes Vite's listeners, which would end the process on SIGTERM before the product has stopped.
  for (const listener of process.listeners("SIGTERM"))
    if (!before.includes(listener)) process.off("SIGTERM", listener)
  await server.listen()
  return { url: server.resolvedUrls?.local[0] ?? "", close: () => server.close() }
}

const { importBundled } = await import("./bundle.mjs")
const { runDev } = await importBundled("dev", `export { runDev } from "./dev/main.ts"`)
try {
  process.exitCode = await runDev({
    folder: resolve(options.folder),
    port: Number(options.port),
    videos: Number(options.videos),
    isFresh: options.fresh,
    print,
    serveWeb
  })
} catch (error) {
  fail(error.message)
}
process.exit()
