import { pump } from "@media/http/bytes/Pump"
import { spawn } from "node:child_process"
import { openSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { freePort } from "./Product.ts"

/**
 * Serves a file with a minimal Node server. The server sends ranges of this file with our pump, and has no sessions,
 * database or checks. `startBareNode` runs this function in a separate process. The function is `@public`, because it
 * is imported by name only in a script that is built as a string.
 */
export const serveBare = (path: string, port: number): void => {
  const descriptor = openSync(path, "r")
  const { size } = statSync(path)
  createServer((request, response) => {
    const [, from = "0", to = "0"] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? []
    const length = Number(to) - Number(from) + 1
    response.writeHead(206, { "Content-Length": length, "Content-Range": `bytes ${from}-${to}/${size}` })
    void pump(descriptor, Number(from), Number(to), response)
  }).listen(port, "127.0.0.1", () => process.stdout.write("listening\n"))
}

const source = (path: string, port: number): string => `
  import { importBundled } from ${JSON.stringify(new URL("../scripts/bundle.mjs", import.meta.url).href)}
  const { serveBare } = await importBundled("bench-bare-node", 'export { serveBare } from "./bench/support/BareNode.ts"')
  serveBare(${JSON.stringify(path)}, ${port})`

export const startBareNode = async (path: string) => {
  const port = await freePort()
  const child = spawn(process.execPath, ["--input-type=module", "-e", source(path, port)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const stop = () => void child.kill("SIGTERM")
  process.once("exit", stop)
  await new Promise((resolve) => child.stdout.once("data", resolve))
  return { port, pid: child.pid as number, stop }
}
