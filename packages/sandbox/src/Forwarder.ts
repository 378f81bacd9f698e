/**
 * A script that runs inside the sandbox, whose only network is the loopback device. Each argument `port=socket`
 * forwards a port to a Unix socket outside. The script is source text, because the sandbox contains Node but none of
 * our files.
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

/** Number of threads of Node and the forwarder. It is added to the process limit of the program. */
export const FORWARDER_THREADS = 12
