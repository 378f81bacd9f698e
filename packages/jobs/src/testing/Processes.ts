import { build } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Harness } from "./Harness.ts"

export const ranTable = `create table ran (id uuid not null, queue text not null, attempt int not null,
  pid int not null, started timestamptz not null default clock_timestamp(), ended timestamptz)`

const bundle = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "jobs-worker-"))
  const outfile = join(directory, "worker.mjs")
  await build({
    entryPoints: [fileURLToPath(new URL("WorkerProcess.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    external: ["pg-native"],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
    },
    logLevel: "error"
  })
  return outfile
}

let built: Promise<string> | undefined

/** Deletes the program that the processes ran. Call this in `afterAll`. */
export const removeProgram = async (): Promise<void> => {
  if (built !== undefined) await rm(dirname(await built), { recursive: true, force: true })
}

/** Starts worker processes for one test. `stopAll` kills the processes that are still running. */
export const makeProcesses = (harness: Harness) => {
  const children = new Set<ChildProcess>()
  return {
    start: async (): Promise<ChildProcess> => {
      built ??= bundle()
      const child = spawn(process.execPath, [await built, harness.url], {
        stdio: ["ignore", "ignore", "inherit"]
      })
      children.add(child)
      child.on("exit", () => children.delete(child))
      return child
    },
    stopAll: async (): Promise<void> => {
      await Promise.all([...children].map((child) => exitOf(child, () => child.kill("SIGKILL"))))
    }
  }
}

/**
 * Runs `action`, which must stop the process, and waits for its exit. Does nothing if the process has already exited.
 */
export const exitOf = (child: ChildProcess, action: () => void): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once("exit", () => resolve())
    action()
  })
