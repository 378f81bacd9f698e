import { build } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { bundleOptions, root } from "../../../../scripts/bundle-options.mjs"
import type { Question, Reply } from "./Question.ts"

/** The id of a user who owns no files on this machine. */
const STRANGER = 65_534

export interface Drivers {
  readonly folder: string
  /** Starts a driver and returns immediately. */
  readonly start: (question: Question, asStranger?: boolean) => ChildProcess
  readonly ask: (question: Question, asStranger?: boolean) => Promise<ReadonlyArray<Reply>>
}

/** Builds the driver in a folder that all users may read. */
export const buildDriver = async (): Promise<Drivers> => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-test-"))
  chmodSync(folder, 0o755)
  // The folders of a killed driver are deleted only at the next start of a server, and a test has no server.
  const temporary = join(folder, "tmp")
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const outfile = join(folder, "driver.mjs")
  const entryPoints = [join(root, "packages/sandbox/src/testing/Driver.ts")]
  await build({ ...bundleOptions, entryPoints, outfile, sourcemap: false })
  const start: Drivers["start"] = (question, asStranger = false) => {
    const child = spawn(process.execPath, [outfile], {
      cwd: folder,
      env: { MEDIA_SECRET: "s3cret-of-the-server", PATH: process.env["PATH"] ?? "", TMPDIR: temporary },
      stdio: ["pipe", "pipe", "inherit"],
      ...(asStranger ? { uid: STRANGER, gid: STRANGER } : {})
    })
    child.stdin.end(JSON.stringify(question))
    return child
  }
  return {
    folder,
    start,
    ask: async (question, asStranger) => {
      const lines = await text(start(question, asStranger).stdout!)
      return lines
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Reply)
    }
  }
}
