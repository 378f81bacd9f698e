import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { DataDirUnusable } from "./errors.ts"

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** How to start a program: as whom, and whether that account needs help to reach its files. */
export interface RunAs {
  readonly account: Account | undefined
  readonly raised: boolean
  readonly setpriv: boolean
}

export interface Launch {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly options: { readonly uid?: number; readonly gid?: number }
}

/**
 * PostgreSQL refuses to run as root. As root we run it as the owner of an existing cluster, else as `postgres`,
 * else as `nobody` (`initdb` refuses a uid without a passwd entry).
 */
export const databaseAccount = (clusterDir: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const owner = fs.statSync(path.join(clusterDir, "PG_VERSION"), { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return passwdEntry("postgres") ?? passwdEntry("nobody") ?? { uid: 65534, gid: 65534 }
}

/**
 * Decided after the folders exist: what `mkdir -p` made as root may itself be what shuts the account out.
 * Then `setpriv` keeps only the capability to pass through such folders (measured to work under a 0700 home,
 * and with the capabilities Docker gives by default).
 */
export const runAs = (
  account: Account | undefined,
  paths: ReadonlyArray<string>
): Effect.Effect<RunAs, DataDirUnusable> => {
  const setpriv = canSetpriv()
  const blocked =
    account && paths.map((each) => unsearchableAncestor(each, account)).find((each) => each !== undefined)
  if (blocked !== undefined && !setpriv) {
    const reason = `PostgreSQL cannot run as root and its user cannot enter this folder; choose another MEDIA_DATA_DIR, start as an ordinary user, or install util-linux (setpriv)`
    return Effect.fail(new DataDirUnusable({ path: blocked, reason }))
  }
  return Effect.succeed({ account, raised: blocked !== undefined, setpriv })
}

/** `diesWithUs` sends SIGINT, PostgreSQL's fast shutdown, when the launcher itself is killed. */
export const launch = (
  { account, raised, setpriv }: RunAs,
  file: string,
  args: ReadonlyArray<string>,
  diesWithUs: boolean
): Launch => {
  if (!setpriv || (!raised && !diesWithUs)) return { file, args, options: account ?? {} }
  const identity = account ? ["--reuid", `${account.uid}`, "--regid", `${account.gid}`, "--clear-groups"] : []
  const reach = raised ? ["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"] : []
  const death = diesWithUs ? ["--pdeathsig", "INT"] : []
  return { file: "setpriv", args: [...identity, ...reach, ...death, "--", file, ...args], options: {} }
}

/** The nearest folder above `file` that `account` may not enter by its mode bits. */
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

/** BusyBox has a `setpriv` without `--pdeathsig`; a trial run (3 ms) tells them apart. */
const canSetpriv = () =>
  process.platform === "linux" &&
  spawnSync("setpriv", ["--pdeathsig", "INT", "--", "true"], { stdio: "ignore" }).status === 0
