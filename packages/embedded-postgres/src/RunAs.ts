import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Capabilities that let a process enter any folder, least powerful first. The first one allows reading every file and
 * folder, and the second one also writing. Docker grants only the second one by default.
 */
export const CAPABILITIES = ["dac_read_search", "dac_override"] as const
export type Capability = (typeof CAPABILITIES)[number]

/**
 * How to start a program:
 * - `account`: the account, or undefined for the user of this process.
 * - `capability`: the capability that the account needs to enter its folders, or undefined if it needs none.
 * - `setpriv`: true if the program `setpriv` is available.
 */
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
 * Returns the account for PostgreSQL, which refuses to run as root. Undefined if this process does not run as root, so
 * that no other account is needed. Otherwise, the account is the owner of the existing cluster, or else `postgres` or
 * `nobody`. These two accounts have a passwd entry, which `initdb` requires.
 */
export const databaseAccount = (clusterDir: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const owner = fs.statSync(path.join(clusterDir, "PG_VERSION"), { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return passwdEntry("postgres") ?? passwdEntry("nobody") ?? { uid: 65534, gid: 65534 }
}

/**
 * Returns the command and options with which to start a program. With `diesWithUs`, the kernel sends SIGINT
 * (PostgreSQL's fast shutdown) to the program when the launcher dies. A capability requires the securebit
 * `no_setuid_fixup`: `initdb` and `postgres` call access(2), which otherwise ignores the capabilities of an account
 * other than root.
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

/**
 * Returns the nearest folder above `file` whose mode bits do not allow `account` to enter it. Returns undefined if the
 * mode bits of all folders above `file` allow this.
 */
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

/**
 * True if `setpriv` is available and supports `--pdeathsig`, unlike that of BusyBox. Determined by a trial run, which
 * takes 3 ms.
 */
export const canSetpriv = () =>
  process.platform === "linux" &&
  spawnSync("setpriv", ["--pdeathsig", "INT", "--", "true"], { stdio: "ignore" }).status === 0
