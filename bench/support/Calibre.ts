import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { exchange, freePort, temporaryFolder, until } from "./Product.ts"

/**
 * Returns the path of a calibre command in the folder `BENCH_CALIBRE`. If the variable is not set, returns the bare
 * name, which the system looks up in PATH.
 */
const commandOf = (name: string): string => join(process.env["BENCH_CALIBRE"] ?? "", name)

/** Points calibre to a temporary settings folder, so that the benchmark does not change the user's own settings. */
const environment = () => ({ ...process.env, CALIBRE_CONFIG_DIRECTORY: temporaryFolder("calibre-settings") })

/**
 * Returns the folder of a calibre library with the given number of books. If calibre is not installed, returns
 * undefined. Creating ten thousand books takes minutes. To reuse a library in later runs, set `BENCH_CALIBRE_LIBRARY`
 * to a folder. If the folder does not exist, this function creates it. Without this variable, the library is temporary.
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

/** Starts calibre-server with a library, and with the same number of books per page as the product's feed. */
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

/** Returns the path of calibre's OPDS feed of all books by title. Calibre encodes feed names in hexadecimal. */
export const calibreBooks = (offset: number): string =>
  `/opds/navcatalog/${Buffer.from("Otitle").toString("hex")}?offset=${offset}`
