import { spawn } from "node:child_process"
import { exchange, freePort, until } from "./Product.ts"

/** The command, with what comes before its options: that of the system unless `BENCH_CALIBRE` says otherwise. */
const command = (process.env["BENCH_CALIBRE"] ?? "calibre-server").split(" ")

/** Debian's calibre-server on a library of its own, with as many books on a page as ours. */
export const startCalibre = async (library: string, perPage: number) => {
  const port = await freePort()
  const [program = "", ...options] = command
  const child = spawn(
    program,
    [
      ...options,
      ...["--listen-on", "127.0.0.1", "--port", String(port), "--max-opds-items", String(perPage)],
      library
    ],
    { stdio: "ignore" }
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

/** Its feed of all books by title; a feed is named by the hexadecimal digits of its name. */
export const calibreBooks = (offset: number): string =>
  `/opds/navcatalog/${Buffer.from("Otitle").toString("hex")}?offset=${offset}`
