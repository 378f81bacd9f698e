import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { exchange, freePort, temporaryFolder, until } from "./Product.ts"

/**
 * Returns the path of a calibre command. The command is in the folder `BENCH_CALIBRE`, or found on the system's path if
 * the variable is not set.
 */
const commandOf = (name: string): string => join(process.env["BENCH_CALIBRE"] ?? "", name)

/** Returns an environment with separate settings, so that the user's own settings are not changed. */
const environment = () => ({ ...process.env, CALIBRE_CONFIG_DIRECTORY: temporaryFolder("calibre-settings") })

/**
 * Returns a library with the given number of books. This is the library in `BENCH_CALIBRE_LIBRARY`, which is created if
 * it does not exist, or a temporary library for this run. Creating ten thousand books takes minutes. Returns undefined
 * if calibre is not installed.
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

/** Starts Debian's calibre-server on a separate library, with the same number of books per page as our feed. */
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

/** Returns the path of calibre's feed of all books by title. The name of a feed is in hexadecimal. */
export const calibreBooks = (offset: number): string =>
  `/opds/navcatalog/${Buffer.from("Otitle").toString("hex")}?offset=${offset}`
