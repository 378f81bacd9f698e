import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Capabilities that let a process enter folders. With the first one, the process can read every folder. With the second
 * one, it can also write. Docker grants only the second one.
 */
export const CAPABILITIES = ["dac_read_search", "dac_override"] as const
export type Capability = (typeof CAPABILITIES)[number]

/** The way to start a program: the account, and a capability if the account may not enter the folders otherwise. */
export interface RunAs {
  readonly account: Account | undefined
  readonly capability: Capability | undefined
  readonly setpriv: boolean
}

export interface Launch {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly options: { readonly uid?: number; readonly gid?: number }
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root. If we are root, PostgreSQL runs as the owner of an
 * existing cluster, or else as `postgres` or `nobody`, because `initdb` rejects a uid without a passwd entry.
 */
export const databaseAccount = (clusterDir: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const owner = fs.statSync(path.join(clusterDir, "PG_VERSION"), { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return passwdEntry("postgres") ?? passwdEntry("nobody") ?? { uid: 65534, gid: 65534 }
}

/**
 * Returns how to start a program. With `diesWithUs`, the kernel sends the program SIGINT, PostgreSQL's fast shutdown,
 * when the launcher is killed. A capability alone is not enough: `initdb` and `postgres` check access with access(2),
 * which drops the capabilities of an ordinary account unless the securebit `no_setuid_fixup` is set.
 */
export const launch = (
  { account, capability, setpriv }: RunAs,
  file: string,
  args: ReadonlyArray<string>,
  diesWithUs: boolean
): Launch => {
  if (!setpriv || (capability === undefined && !diesWithUs)) return { file, args, options: account ?? {} }
  const identity = account ? ["--reuid", `${account.uid}`, "--regid", `${account.gid}`, "--clear-groups"] : []
  const grant = capability === undefined ? [] : ["--inh-caps", `+${capability}`, "--ambient-caps"]
  const reach =
    capability === undefined ? [] : [...grant, `+${capability}`, "--securebits", "+no_setuid_fixup"]
  const death = diesWithUs ? ["--pdeathsig", "INT"] : []
  return { file: "setpriv", args: [...identity, ...reach, ...death, "--", file, ...args], options: {} }
}

/** Returns the nearest folder above `file` whose mode bits do not let `account` enter, or undefined. */
export const unsearchableAncestor = (file: string, account: Account): string | undefined => {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = fs.statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}

const passwdEntry = (name: string): Account | undefined => {
  const lines = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8").split("\n") : []
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":")
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** True if `setpriv` works. BusyBox has a `setpriv` without `--pdeathsig`, which a trial run (3 ms) detects. */
export const canSetpriv = () =>
  process.platform === "linux" &&
  spawnSync("setpriv", ["--pdeathsig", "INT", "--", "true"], { stdio: "ignore" }).status === 0
