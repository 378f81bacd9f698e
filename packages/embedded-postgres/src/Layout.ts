import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { DataDirUnusable, reasonOf } from "./errors.ts"
import type { Account } from "./RunAs.ts"

/** Where everything of the database lives below the data directory. */
export interface Layout {
  readonly dataDir: string
  readonly clusterDir: string
  readonly socketDir: string
  readonly libraryDir: string
  readonly lockFile: string
  readonly logFile: string
}

/** The database listens on a socket only, so the number is part of a file name and never collides. */
export const PORT = 5432

/** `sun_path` without its closing NUL: 108 bytes on Linux, 104 on macOS. */
const SOCKET_PATH_LIMIT = process.platform === "linux" ? 107 : 103

export const layoutOf = (dataDir: string): Layout => {
  const root = path.resolve(dataDir)
  return {
    dataDir: root,
    clusterDir: path.join(root, "postgres"),
    socketDir: socketDirOf(root),
    libraryDir: path.join(root, "postgres-libraries"),
    lockFile: path.join(root, "database.lock"),
    logFile: path.join(root, "postgres.log")
  }
}

export const socketFile = (socketDir: string) => path.join(socketDir, `.s.PGSQL.${PORT}`)

const socketDirOf = (root: string) => {
  const inside = path.join(root, "run")
  if (Buffer.byteLength(socketFile(inside)) <= SOCKET_PATH_LIMIT) return inside
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 16)
  return path.join(os.tmpdir(), `media-library-${hash}`)
}

/** Creates the private folders and hands them to the account the database runs as. */
export const prepare = (layout: Layout, account: Account | undefined) =>
  Effect.gen(function* () {
    yield* attempt(layout.dataDir, () => fs.mkdirSync(layout.dataDir, { recursive: true }))
    for (const folder of [layout.clusterDir, layout.socketDir]) {
      yield* attempt(folder, () => {
        fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
        makePrivate(folder, account, folder.startsWith(layout.dataDir))
      })
    }
  })

/** In the shared temporary directory somebody else may have been there first: refuse what is not ours. */
const makePrivate = (folder: string, account: Account | undefined, inDataDir: boolean) => {
  const stat = fs.lstatSync(folder)
  if (!stat.isDirectory()) throw new Error("it is not a directory")
  const self = process.getuid?.()
  const ours = stat.uid === self || stat.uid === account?.uid || (self === 0 && inDataDir)
  if (!ours) throw new Error("it belongs to another user")
  if (account !== undefined && stat.uid !== account.uid) fs.chownSync(folder, account.uid, account.gid)
  if ((stat.mode & 0o777) !== 0o700) fs.chmodSync(folder, 0o700)
}

const attempt = (at: string, act: () => void) =>
  Effect.try({ try: act, catch: (error) => new DataDirUnusable({ path: at, reason: reasonOf(error) }) })
