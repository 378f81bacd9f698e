import * as fs from "node:fs"
import * as path from "node:path"

/** The contents of PostgreSQL's `postmaster.pid`. */
export interface PidFile {
  readonly pid: number
  readonly socketDir: string
  readonly status: string
}

export const pidFileOf = (clusterDir: string) => path.join(clusterDir, "postmaster.pid")

export const readPidFile = (clusterDir: string): PidFile | undefined => {
  try {
    return parsePidFile(fs.readFileSync(pidFileOf(clusterDir), "utf8"))
  } catch {
    return undefined
  }
}

/**
 * Parses the pid file. Line 1 is the pid, line 5 is the socket folder, and line 8 is the state: `starting`, `ready`,
 * `stopping` or `standby`.
 */
export const parsePidFile = (text: string): PidFile => {
  const lines = text.split("\n")
  return { pid: Number(lines[0]), socketDir: lines[4] ?? "", status: (lines[7] ?? "").trim() }
}
