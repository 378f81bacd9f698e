import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { DataDirUnusable, reasonOf } from "./errors.ts"
import type { Account } from "./RunAs.ts"
import { everyEntry } from "./Tree.ts"

/** The paths of the files and folders that belong to the database of a data directory. */
export interface Layout {
  readonly dataDir: string
  readonly clusterDir: string
  readonly socketDir: string
  readonly libraryDir: string
  readonly lockFile: string
  readonly logFile: string
}

/**
 * Port number of the database. It only determines the name of the socket file, because the database does not listen on
 * TCP.
 */
export const PORT = 5432

/**
 * Maximum length of a Unix socket's path in bytes. The field `sun_path` has 108 bytes on Linux and 104 on macOS,
 * including the terminating NUL.
 */
const SOCKET_PATH_LIMIT = process.platform === "linux" ? 107 : 103

/**
 * Returns the paths for a data directory. If `moveCluster` had to move the cluster elsewhere, the data directory
 * contains a link to the cluster, and `clusterDir` is the target of this link.
 */
export const layoutOf = (dataDir: string): Layout => {
  const root = path.resolve(dataDir)
  const clusterDir = realPath(path.join(root, "postgres"))
  const home = path.dirname(clusterDir)
  return {
    dataDir: root,
    clusterDir,
    socketDir: path.basename(home) === refugeName(root) ? path.join(home, "run") : socketDirOf(root),
    libraryDir: path.join(root, "postgres-libraries"),
    lockFile: path.join(root, "database.lock"),
    logFile: path.join(root, "postgres.log")
  }
}

export const socketFile = (socketDir: string) => path.join(socketDir, `.s.PGSQL.${PORT}`)

/** Returns a name that is unique to this data directory, for a folder in a shared location such as /tmp. */
export const refugeName = (root: string) =>
  `media-library-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`

const socketDirOf = (root: string) => {
  const inside = path.join(root, "run")
  if (Buffer.byteLength(socketFile(inside)) <= SOCKET_PATH_LIMIT) return inside
  return path.join(os.tmpdir(), refugeName(root))
}

const realPath = (file: string) =>
  fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && fs.existsSync(file)
    ? fs.realpathSync(file)
    : file

/**
 * Creates the data directory. If root owns it, allows the database account to access known paths in it, but not to list
 * it.
 */
export const prepareDataDir = (layout: Layout, account: Account | undefined) =>
  attempt(layout.dataDir, () => {
    fs.mkdirSync(layout.dataDir, { recursive: true, mode: 0o700 })
    const { gid, mode, uid } = fs.statSync(layout.dataDir)
    if (account === undefined || uid !== 0 || (mode & 0o001) !== 0) return
    if (gid === account.gid && (mode & 0o010) !== 0) return
    // The folder's group already has permissions, which the operator probably granted on purpose, so do not change the
    // group.
    if (gid !== account.gid && (mode & 0o070) !== 0) return
    fs.chownSync(layout.dataDir, uid, account.gid)
    fs.chmodSync(layout.dataDir, (mode & 0o7777) | 0o010)
  })

/** Creates the folders of the cluster and the socket, accessible only to the database account. */
export const prepare = (layout: Layout, account: Account | undefined) =>
  Effect.forEach([layout.clusterDir, layout.socketDir], (folder) =>
    attempt(folder, () => {
      const target =
        fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() && fs.readlinkSync(folder)
      if (target) throw new Error(`it is a link to ${target}, which does not exist`)
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      makePrivate(folder, account, folder.startsWith(layout.dataDir))
    })
  )

/**
 * Makes a folder accessible only to the database account. Throws if the folder belongs to another user, who may have
 * created it first in the shared temporary directory.
 */
const makePrivate = (folder: string, account: Account | undefined, inDataDir: boolean) => {
  const stat = fs.lstatSync(folder)
  if (!stat.isDirectory()) throw new Error("it is not a directory")
  const self = process.getuid?.()
  const ours = stat.uid === self || stat.uid === account?.uid || (self === 0 && inDataDir)
  if (!ours) throw new Error("it belongs to another user")
  if (account !== undefined && stat.uid !== account.uid) handOver(folder, account)
  if ((stat.mode & 0o777) !== 0o700) fs.chmodSync(folder, 0o700)
}

/**
 * Makes the account the owner of the folder and all files in it. They may belong to root, for example after root
 * restored a backup. The owner of the folder itself is changed last, so that the next start repeats this step if it was
 * interrupted.
 */
const handOver = (folder: string, { gid, uid }: Account) => {
  for (const [file] of [...everyEntry(folder)].reverse()) fs.lchownSync(file, uid, gid)
}

export const attempt = <A>(at: string, act: () => A) =>
  Effect.try({ try: act, catch: (error) => new DataDirUnusable({ path: at, reason: reasonOf(error) }) })
