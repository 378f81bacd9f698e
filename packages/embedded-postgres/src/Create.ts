import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { clusterMajor, environment } from "./Binaries.ts"
import { DatabaseFailed, reasonOf } from "./errors.ts"
import type { Plan } from "./Postmaster.ts"
import { tail } from "./Postmaster.ts"
import { launch } from "./RunAs.ts"
import { initdbArguments } from "./Settings.ts"

const VERSION = "PG_VERSION"

/**
 * Creates the database cluster unless it exists, which takes 0.6-1.3 s on an idle machine. `initdb` writes `PG_VERSION`
 * early, so if it were killed, the folder would look like a cluster but could not be started. Therefore, `initdb` works
 * in a separate folder, whose files are then moved into place, with `PG_VERSION` last.
 */
export const create = (plan: Plan): Effect.Effect<void, DatabaseFailed> =>
  Effect.try({
    try: () => {
      const { clusterDir } = plan.layout
      if (clusterMajor(clusterDir) !== undefined) return
      removeContents(clusterDir)
      const draft = path.join(clusterDir, `unfinished-${randomUUID()}`)
      fs.mkdirSync(draft, { mode: 0o700 })
      const { account } = plan.runAs
      if (account !== undefined) fs.chownSync(draft, account.uid, account.gid)
      initdb(plan, draft)
      const names = fs.readdirSync(draft).filter((name) => name !== VERSION)
      for (const name of names) fs.renameSync(path.join(draft, name), path.join(clusterDir, name))
      flush(clusterDir)
      fs.renameSync(path.join(draft, VERSION), path.join(clusterDir, VERSION))
      fs.rmdirSync(draft)
      flush(clusterDir)
    },
    catch: (error) =>
      error instanceof DatabaseFailed
        ? error
        : new DatabaseFailed({ step: "create", detail: reasonOf(error) })
  })

const flush = (folder: string) => {
  const descriptor = fs.openSync(folder, "r")
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

/**
 * Deletes the contents of a folder. Retries for a while, because the `initdb` of a killed launcher may still be writing
 * to it.
 */
const removeContents = (folder: string) => {
  for (const name of fs.readdirSync(folder)) {
    fs.rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

const initdb = ({ binaries, runAs, throwAway }: Plan, clusterDir: string) => {
  const flags = [...initdbArguments(clusterDir, binaries.major), ...(throwAway ? ["--no-sync"] : [])]
  const { args, file, options } = launch(runAs, binaries.initdb, flags, true)
  const run = spawnSync(file, [...args], {
    ...options,
    cwd: "/",
    encoding: "utf8",
    env: environment(binaries)
  })
  if (run.status === 0) return
  const ended =
    run.signal === null
      ? (reasonIn(run.stderr) ?? tail(run.stdout + run.stderr))
      : `initdb was killed by signal ${run.signal}`
  throw new DatabaseFailed({ step: "create", detail: run.error?.message ?? ended })
}

/**
 * Returns the first line that is marked as an error. It states the cause, while later lines are cleanup messages and
 * exit codes of child processes.
 */
const reasonIn = (stderr: string): string | undefined =>
  stderr.split("\n").find((line) => /\b(error|ERROR|FATAL|PANIC): /.test(line))
