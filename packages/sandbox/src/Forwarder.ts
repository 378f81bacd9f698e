/**
 * Runs inside of the sandbox, where TCP ends at the loopback device: each argument `port=socket` connects a port to a
 * Unix socket of ours. Source text, because the sandbox contains Node but no file of ours.
 */
export const forwarder = `
const { connect, createServer } = require("node:net")
const pairs = process.argv.slice(1).map((pair) => pair.split("="))
let left = pairs.length
for (const [port, path] of pairs)
  createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ path, allowHalfOpen: true })
    inner.on("error", () => outer.destroy()).pipe(outer)
    outer.on("error", () => inner.destroy()).pipe(inner)
  }).listen(Number(port), "127.0.0.1", () => {
    left -= 1
    if (left === 0) process.stdout.write("ready\\n")
  })
`

/** Node's threads and the forwarder's own; the program may start as many processes as its limit says in addition. */
export const FORWARDER_THREADS = 12
