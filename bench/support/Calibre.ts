import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { exchange, freePort, temporaryFolder, until } from "./Product.ts"

/** The folder of calibre's commands: the system's unless `BENCH_CALIBRE` is set. */
const commandOf = (name: string): string => join(process.env["BENCH_CALIBRE"] ?? "", name)

/** Separate settings, so that the real ones of the user are not touched. */
const environment = () => ({ ...process.env, CALIBRE_CONFIG_DIRECTORY: temporaryFolder("calibre-settings") })

/**
 * A library with this many books: the one in `BENCH_CALIBRE_LIBRARY`, created there if missing, otherwise one for this
 * run. Ten thousand take minutes. Undefined without calibre.
 */
export const calibreLibrary = (books: number): string | undefined => {
  const folder = process.env["BENCH_CALIBRE_LIBRARY"] ?? join(temporaryFolder("calibre"), "library")
  if (existsSync(join(folder, "metadata.db"))) return folder
  mkdirSync(folder, { recursive: true })
  const script = resolve("bench/support/calibreLibrary.py")
  const made = spawnSync(commandOf("calibre-debug"), ["-e", script, "--", folder, String(books)], {
    env: environment(),
    encoding: "utf8"
  })
  if (made.error !== undefined) return undefined
  if (made.status !== 0) throw new Error(`calibre made no library:\n${made.stderr}`)
  return folder
}

/** Debian's calibre-server on a separate library, with as many books per page as ours. */
export const startCalibre = async (library: string, perPage: number) => {
  const port = await freePort()
  const child = spawn(
    commandOf("calibre-server"),
    ["--listen-on", "127.0.0.1", "--port", String(port), "--max-opds-items", String(perPage), library],
    { stdio: "ignore", env: environment() }
  )
  const stop = () => void child.kill("SIGTERM")
  process.once("exit", stop)
  const origin = `http://127.0.0.1:${port}`
  await until(async () => (await exchange(origin, "GET", "/opds")).status === 200, {
    millis: 120_000,
    what: "calibre-server"
  })
  return { origin, stop }
}

/** Its feed of all books by title. The name of a feed is written in hexadecimal. */
export const calibreBooks = (offset: number): string =>
  `/opds/navcatalog/${Buffer.from("Otitle").toString("hex")}?offset=${offset}`
