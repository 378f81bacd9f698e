import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Binaries } from "./Binaries.ts"
import { inFolder } from "./Binaries.ts"
import type { Layout } from "./Layout.ts"
import { refugeName } from "./Layout.ts"
import { linkLibraries } from "./Libraries.ts"
import type { Account } from "./RunAs.ts"
import { unsearchableAncestor } from "./RunAs.ts"
import { everyEntry } from "./Tree.ts"

/**
 * Creates the refuge, a folder that PostgreSQL's account can access, and returns its path. The refuge is needed if no
 * capability is available, as in some containers, and the account may not enter one of these folders: the data
 * directory or the folder of the programs. Throws errors of the file system.
 */
export const openRefuge = (layout: Layout, account: Account, throwAway: boolean): string => {
  const parents = throwAway ? [os.tmpdir(), "/tmp"] : ["/var/lib"]
  const parent = parents.find((each) => unsearchableAncestor(path.join(each, "x"), account) === undefined)
  if (parent === undefined)
    throw new Error(`the user account of PostgreSQL cannot access ${parents.join(" or ")} either`)
  const refuge = path.join(parent, refugeName(layout.dataDir))
  fs.mkdirSync(refuge, { recursive: true, mode: 0o710 })
  const { gid, uid } = fs.lstatSync(refuge)
  if (uid !== 0 || !fs.lstatSync(refuge).isDirectory()) throw new Error(`${refuge} belongs to another user`)
  if (gid !== account.gid) fs.chownSync(refuge, 0, account.gid)
  fs.chmodSync(refuge, 0o710)
  return refuge
}

const linkOf = ({ dataDir }: Layout) => path.join(dataDir, "postgres")
const draftOf = (layout: Layout) => `${linkOf(layout)}.moving`

/**
 * Moves the cluster to the refuge, and replaces the old folder with a link to the new folder. The link is created
 * before the move, under a temporary name. After a power failure at any point, `finishMove` can therefore determine
 * which of the two folders is the complete database.
 */
export const moveCluster = (layout: Layout, refuge: string): void => {
  const target = path.join(refuge, "postgres")
  // If there already is a folder, it belongs to an earlier data directory that was deleted or replaced. Rename it
  // instead of deleting it, because it may still be needed.
  if (fs.existsSync(target)) fs.renameSync(target, `${target}.unused-${randomUUID()}`)
  fs.symlinkSync(target, draftOf(layout))
  moveFolder(layout.clusterDir, target)
  fs.rmSync(linkOf(layout), { force: true })
  fs.renameSync(draftOf(layout), linkOf(layout))
}

/**
 * Completes or discards a `moveCluster` that was interrupted. Must be called before any other code accesses the
 * cluster.
 */
export const finishMove = (layout: Layout): void => {
  if (!isThere(draftOf(layout))) return
  const here = fs.lstatSync(linkOf(layout), { throwIfNoEntry: false })
  if (here === undefined || (here.isSymbolicLink() && !fs.existsSync(linkOf(layout)))) {
    fs.rmSync(linkOf(layout), { force: true })
    fs.renameSync(draftOf(layout), linkOf(layout))
  } else {
    fs.rmSync(draftOf(layout))
  }
}

/** Deletes the refuge of a temporary database with all of its contents. */
export const leaveRefuge = (layout: Layout, refuge: string): void => {
  fs.rmSync(refuge, { recursive: true })
  if (fs.lstatSync(linkOf(layout), { throwIfNoEntry: false })?.isSymbolicLink()) fs.rmSync(linkOf(layout))
}

/**
 * Moves a folder, even to another file system. In this case, the source is removed only after the copy is complete and
 * flushed to disk. It is renamed before it is deleted, so that no half-deleted source remains under its name.
 */
const moveFolder = (source: string, target: string): void => {
  try {
    fs.renameSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error
    const incoming = `${target}.incoming`
    fs.rmSync(incoming, { recursive: true, force: true })
    fs.cpSync(source, incoming, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    for (const [from, facts] of everyEntry(source)) {
      const to = path.join(incoming, path.relative(source, from))
      fs.lchownSync(to, facts.uid, facts.gid)
      if (!facts.isSymbolicLink()) fs.chmodSync(to, facts.mode & 0o7777)
      if (facts.isFile()) flush(to)
    }
    fs.renameSync(incoming, target)
    const leaving = `${source}.moved`
    fs.renameSync(source, leaving)
    fs.rmSync(leaving, { recursive: true })
  }
}

const flush = (file: string) => {
  const descriptor = fs.openSync(file, "r")
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

/**
 * Copies PostgreSQL's programs to the refuge, where every user may run them. The copy takes 60 MB and is made only once
 * per version.
 */
export const copyBinaries = (binaries: Binaries, refuge: string): Binaries => {
  if (binaries.packageDir === undefined) return binaries
  const { version } = JSON.parse(fs.readFileSync(path.join(binaries.packageDir, "package.json"), "utf8")) as {
    readonly version: string
  }
  const home = path.join(refuge, `binaries-${version}`)
  if (!fs.existsSync(home)) {
    for (const name of fs.readdirSync(refuge)) {
      if (name.startsWith("binaries-")) fs.rmSync(path.join(refuge, name), { recursive: true })
    }
    const incoming = path.join(refuge, `binaries-incoming`)
    const from = path.join(binaries.packageDir, "native")
    fs.rmSync(incoming, { recursive: true, force: true })
    // Do not copy the links of the package, because they may point to folders that the account cannot enter. New links
    // are created below.
    const filter = (file: string) => !fs.lstatSync(file).isSymbolicLink()
    fs.cpSync(from, path.join(incoming, "native"), { recursive: true, filter })
    linkLibraries(incoming, path.join(incoming, "unused"))
    for (const [file, facts] of everyEntry(incoming)) {
      if (facts.isSymbolicLink()) continue
      fs.chmodSync(file, facts.isDirectory() || (facts.mode & 0o100) !== 0 ? 0o755 : 0o644)
    }
    fs.renameSync(incoming, home)
  }
  return { ...binaries, libraryPath: undefined, ...inFolder(path.join(home, "native", "bin")) }
}

const isThere = (file: string) => fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined
