import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { link, lstat, mkdir, readdir, rename, rm, rmdir, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type Manifest, MANIFEST, readManifest } from "./Manifest.ts"
import { isPackageId } from "./PackageId.ts"
import { PackageRefused } from "./PackageRefused.ts"
import { onDiskSaying } from "./onDisk.ts"
import { packagePath } from "./packagePath.ts"
import { writeNew } from "./writeNew.ts"

const OLD = ".old-"
const NEW = ".new-"

const onDisk = onDiskSaying("The server cannot write to the data folder")

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false
  )

/**
 * Ensures that packages are changed one at a time. Waiting is acceptable, because changes are rare: only users trigger
 * them.
 */
const turn = Effect.unsafeMakeSemaphore(1)
export const inTurn = turn.withPermits(1)

/**
 * Creates an empty temporary folder next to the installed packages. It is deleted when the scope closes, unless it was
 * moved into place.
 */
export const stagingFolder = (root: string) =>
  Effect.acquireRelease(
    onDisk(async () => {
      await mkdir(root, { recursive: true })
      const folder = join(root, `${NEW}${randomBytes(8).toString("hex")}`)
      await mkdir(folder)
      return folder
    }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }).catch(() => undefined))
  )

/** Returns the files in a folder as relative paths with forward slashes. Links count as files. */
const filesIn = async (folder: string, below = ""): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesIn(folder, path)))
    else found.push(path)
  }
  return found
}

/** Returns the files in a package's folder that users added. They are kept when the package is updated or removed. */
const addedFiles = async (folder: string, manifest: Manifest): Promise<ReadonlyArray<string>> => {
  const listed = new Set([...manifest.files, MANIFEST])
  return (await filesIn(folder)).filter((path) => !listed.has(path))
}

/**
 * Creates hard links in the new folder to the files that users added to the old folder. Fails if the update contains a
 * file of the same name.
 */
const carryOver = async (from: string, to: string, manifest: Manifest): Promise<void> => {
  for (const path of await addedFiles(from, manifest)) {
    const target = join(to, path)
    if (await exists(target))
      throw new PackageRefused({
        code: "conflict",
        reason: `The update contains ${path}, but a user has already added this file to the folder of "${manifest.id}". Move that file elsewhere first.`
      })
    await mkdir(dirname(target), { recursive: true })
    await link(join(from, path), target)
  }
}

/**
 * Moves an unpacked folder into place. If the package is already installed, replaces its folder, but keeps the files
 * that users added. Fails if there is a folder of this name without a manifest, because it was not installed as a
 * package.
 */
export const installFolder = (root: string, folder: string, manifest: Manifest) =>
  onDisk(async () => {
    const target = join(root, manifest.id)
    const before = await readManifest(target)
    if (before === undefined && (await exists(target)))
      throw new PackageRefused({
        code: "conflict",
        reason: `The folder "${manifest.id}" exists, but was not installed as a package. Move it elsewhere first.`
      })
    if (before !== undefined) await carryOver(target, folder, before)
    await writeNew(join(folder, MANIFEST), JSON.stringify(manifest, null, 2))
    const old = join(root, `${OLD}${manifest.id}`)
    await rm(old, { recursive: true, force: true })
    if (before !== undefined) await rename(target, old)
    await rename(folder, target)
    await rm(old, { recursive: true, force: true })
    return manifest
  }).pipe(Effect.uninterruptible)

/** Deletes empty folders, deepest first. */
const removeEmptyFolders = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name))
  await rmdir(folder).catch(() => undefined)
}

/**
 * Deletes the files of a package. Also deletes its folder, unless users added files to it. Returns false if the package
 * is not installed.
 */
export const removePackage = (root: string, id: string) =>
  onDisk(async () => {
    if (!isPackageId(id)) return false
    const folder = join(root, id)
    const manifest = await readManifest(folder)
    if (manifest?.id !== id) return false
    for (const path of manifest.files)
      if (packagePath(path) === path) await unlink(join(folder, path)).catch(() => undefined)
    await unlink(join(folder, MANIFEST))
    await removeEmptyFolders(folder)
    return true
  }).pipe(Effect.uninterruptible, inTurn)

/** A temporary folder counts as abandoned after this many milliseconds, because no installation takes this long. */
const LEFT_OVER_MILLIS = 60 * 60 * 1_000

/**
 * Cleans up after operations that a crash interrupted: restores folders that were moved away for an update that did not
 * complete, and deletes old and temporary folders.
 */
export const settlePackages = (root: string, now: number) =>
  onDisk(async () => {
    for (const { name } of await readdir(root, { withFileTypes: true }).catch(() => [])) {
      const path = join(root, name)
      if (name.startsWith(OLD)) {
        const target = join(root, name.slice(OLD.length))
        if (await exists(target)) await rm(path, { recursive: true, force: true })
        else await rename(path, target)
      } else if (name.startsWith(NEW)) {
        // Keep recent folders, because another process may still be writing to them.
        const { mtimeMs } = await lstat(path)
        if (mtimeMs < now - LEFT_OVER_MILLIS) await rm(path, { recursive: true, force: true })
      }
    }
  }).pipe(inTurn)
