// Checks `npm start`: starts the product as described in the README, waits until it responds, stops it with one Ctrl-C
// and requires an orderly stop. Uses only modules of Node, because it runs in a fresh clone before packages are
// installed.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const START_MILLIS = 15 * 60_000
const STOP_MILLIS = 2 * 60_000

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** Waits for the promise. Rejects with a message that contains `what` if the promise takes longer than `millis`. */
const within = (millis, what, promise) => {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${millis / 1000} s`)), millis)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Returns the environment without the variables of the product and of npm, which could point the product to another
 * database or folder.
 */
const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(MEDIA_|PUBLIC_|npm_|PORT$|HOST$|DATABASE_URL$|NODE_ENV$)/.test(name)
    )
  )

/**
 * Waits for output of the child that matches `line`, and returns the first captured group. Rejects if the child ends
 * first.
 */
const printed = (child, line) =>
  new Promise((resolve, reject) => {
    let text = ""
    child.stdout.on("data", (chunk) => {
      text += chunk
      const found = line.exec(text)
      if (found) resolve(found[1])
    })
    child.once("close", () => reject(new Error(`npm start ended without printing a line like ${line}`)))
  })

const answersAt = async (address) => {
  const response = await fetch(`${address}/api/health`)
  if (!response.ok) throw new Error(`/api/health answered ${response.status}`)
}

const main = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "media-npm-start-"))
  // The child gets a separate process group, so that this script can signal the whole group, as Ctrl-C in a terminal
  // does.
  const child = spawn("npm", ["start"], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: {
      ...inherited(),
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      MEDIA_DATA_DIR: join(dataDir, "data")
    },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true
  })
  child.stdout.pipe(process.stdout, { end: false })
  // The signal may end npm before the launcher has stopped. The event `close` still waits for the launcher, which keeps
  // the pipe open until it has stopped.
  const closed = new Promise((resolve) => child.once("close", resolve))
  const stopped = printed(child, /^(Stopped\.)$/m)
  stopped.catch(() => undefined)
  try {
    const address = await within(START_MILLIS, "npm start", printed(child, /^Ready: (\S+)/m))
    await answersAt(address)
    process.kill(-child.pid, "SIGINT")
    await within(STOP_MILLIS, "stopping", Promise.all([stopped, closed]))
    if (
      await answersAt(address).then(
        () => true,
        () => false
      )
    )
      throw new Error(`${address} still responds`)
  } finally {
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // The error means that the process group has already ended, as expected.
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
