import { type FolderInside, openFolderInside } from "@media/kernel/FolderInside"
import { OutsideRoot } from "@media/kernel/InsideRoot"
import { moveToNew } from "@media/kernel/MoveToNew"
import { writeWhole } from "@media/kernel/WriteWhole"
import { constants, type Stats } from "node:fs"
import { access, lstat, readdir, rmdir, unlink } from "node:fs/promises"
import { NoAnswer } from "@media/disk/FileCalls"
import { FileNotMovable } from "../../catalog/items/errors.ts"
import { TRASH_FOLDER } from "../../catalog/items/ids.ts"

/**
 * The location of an item's file: the folder relative to the root, in the bytes of the file system, and the file name.
 */
export interface DiskLocation {
  readonly root: string
  readonly folder: Buffer
  readonly name: Buffer
}

export const locationOf = (root: string, relative: Buffer): DiskLocation => {
  const slash = relative.lastIndexOf(0x2f)
  return {
    root,
    folder: slash < 0 ? Buffer.alloc(0) : relative.subarray(0, slash),
    name: relative.subarray(slash + 1)
  }
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? ""
const isGone = (cause: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(cause))

const statOf = (path: Buffer): Promise<Stats | undefined> =>
  lstat(path).catch((cause: unknown) => {
    if (isGone(cause)) return undefined
    throw cause
  })

/**
 * Returns the reason why a file cannot be moved, or undefined for temporary problems such as a disk that does not
 * respond.
 */
export const reasonOf = (cause: unknown): string | undefined => {
  if (cause instanceof FileNotMovable) return cause.reason
  if (cause instanceof NoAnswer) return undefined
  if (cause instanceof OutsideRoot)
    return "The path of the file contains a symbolic link, which the server does not follow here."
  switch (codeOf(cause)) {
    case "EROFS":
      return "The folder of this library is mounted read-only for the server, so its files cannot be moved or deleted. Allow writing to it, or remove the item and keep the file."
    case "EACCES":
    case "EPERM":
      return "The server has no permission to write to the folder of this file, so it cannot be moved or deleted."
    case "EXDEV":
      return "The file is on a different file system than the folder of its library (another disk is mounted in between), so it cannot be moved to the trash."
    case "EEXIST":
      return "Another file now has this name. Rename or remove that file first."
    case "EISDIR":
      return "A folder in the trash of this library has a name that the server needs for a file. Rename or remove that folder first."
    case "ENOSPC":
    case "EDQUOT":
      return "The disk is full."
    case "ENOENT":
    case "ENOTDIR":
      return "The folder of the file cannot be found. Is its disk connected?"
    default:
      return undefined
  }
}

/** Calls `work` with the opened folder, and then closes the folder. */
const within = async <A>(
  opened: Promise<FolderInside>,
  work: (folder: FolderInside) => Promise<A>
): Promise<A> => {
  const folder = await opened
  try {
    return await work(folder)
  } finally {
    await folder.close()
  }
}

const trashOf = async (root: string): Promise<FolderInside> =>
  within(openFolderInside(root, Buffer.alloc(0)), (top) => top.folder(TRASH_FOLDER, true))

/**
 * The recorded size and modification time of a file. A file with other values has replaced the item's file and is not
 * moved.
 */
export interface Stamp {
  readonly size: number
  readonly mtimeMs: number
}

const isSame = (found: Stamp, known: Stamp): boolean =>
  found.size === known.size && Math.floor(found.mtimeMs) === known.mtimeMs

/**
 * Checks that the file can be moved to the trash, before anything is moved. Returns the names of all files in its
 * folder.
 */
export const requireMovable = (location: DiskLocation, known: Stamp): Promise<ReadonlyArray<Buffer>> =>
  within(openFolderInside(location.root, location.folder), (folder) =>
    within(trashOf(location.root), async (trash) => {
      const file = await statOf(folder.at(location.name))
      if (file !== undefined && !file.isFile())
        throw new FileNotMovable({
          reason: file.isSymbolicLink()
            ? "The file is a symbolic link, which the server does not move. Remove the link yourself, or keep the file."
            : "This is not a regular file, so the server does not move it."
        })
      if (file !== undefined && !isSame(file, known))
        throw new FileNotMovable({
          reason:
            "The file has changed since the last scan. Scan its folder first, and then check the file again."
        })
      const [here, there] = await Promise.all([folder.handle.stat(), trash.handle.stat()])
      if (here.dev !== there.dev || (file !== undefined && file.dev !== here.dev))
        throw Object.assign(new Error("another file system"), { code: "EXDEV" })
      await Promise.all([folder, trash].map(({ path }) => access(path, constants.W_OK)))
      return readdir(folder.path, { encoding: "buffer" })
    })
  )

/**
 * Returns the text of the note in the trash folder, from which a user can restore the files by hand without the server.
 */
const note = (relative: string, title: string) =>
  `${JSON.stringify({ path: relative, title, note: "Moved here by the media server. The folder with the same name contains the files." }, null, 2)}\n`

export interface Filing extends Stamp {
  readonly itemId: string
  readonly title: string
  readonly path: string
  /** The names of the files in the original folder: the media file first, then its adjacent files. */
  readonly files: ReadonlyArray<Buffer>
}

/**
 * Moves the files to the item's own folder in the trash. Returns the names of the files that are now in that folder.
 * After an interruption, another call finishes the move. Adjacent files that cannot be moved are skipped. Throws if the
 * media file itself cannot be moved.
 */
export const fileAway = (location: DiskLocation, filing: Filing): Promise<ReadonlyArray<Buffer>> =>
  within(trashOf(location.root), (trash) =>
    within(trash.folder(filing.itemId, true), async (own) => {
      await writeWhole(trash.at(`${filing.itemId}.json`), (file) =>
        file.writeFile(note(filing.path, filing.title))
      )
      await within(openFolderInside(location.root, location.folder), async (folder) => {
        for (const [index, name] of filing.files.entries()) {
          const found = await statOf(folder.at(name))
          if (found?.isFile() !== true) continue
          if (index === 0 && !isSame(found, filing)) break
          await moveToNew(folder.at(name), own.at(name)).catch((cause: unknown) => {
            if (index === 0) throw cause
          })
        }
        await Promise.all([own.sync(), folder.sync()])
      }).catch((cause: unknown) => {
        if (!isGone(cause)) throw cause
      })
      const there = await Promise.all(filing.files.map((name) => statOf(own.at(name))))
      return filing.files.filter((_name, index) => there[index] !== undefined)
    })
  )

/**
 * Moves the files back to their original folder. Returns true if the media file is in place. If another file now has
 * the name of the media file, throws `EEXIST` and leaves all files in the trash. After an interruption, another call
 * finishes the move.
 */
export const bringBack = async (
  location: DiskLocation,
  itemId: string,
  files: ReadonlyArray<Buffer>
): Promise<boolean> => {
  const isBack = await within(trashOf(location.root), (trash) =>
    within(trash.folder(itemId, true), async (own) =>
      within(openFolderMade(location), async (folder) => {
        for (const name of files) {
          if ((await statOf(own.at(name))) === undefined) continue
          await moveToNew(own.at(name), folder.at(name)).catch((cause: unknown) => {
            // If a new adjacent file, such as a subtitle, was created in the meantime, the new file is kept. The file
            // with the same name stays in the trash.
            if (name.equals(location.name)) throw cause
          })
        }
        await Promise.all([own.sync(), folder.sync()])
        const found = await statOf(folder.at(location.name))
        // The media file was moved to the trash and must exist. If it is in neither folder, its disk is probably
        // disconnected.
        if (found === undefined && files.some((name) => name.equals(location.name)))
          throw new FileNotMovable({
            reason: "The file is not in the trash of its folder. Is its disk connected?"
          })
        return found?.isFile() === true
      })
    )
  )
  await clear(location.root, itemId, false)
  return isBack
}

/** Opens the original folder of the file. Recreates the folder if it was removed in the meantime. */
const openFolderMade = async (location: DiskLocation): Promise<FolderInside> => {
  let folder = await openFolderInside(location.root, Buffer.alloc(0))
  for (const name of location.folder.length === 0 ? [] : location.folder.toString("latin1").split("/")) {
    const parent = folder
    folder = await parent.folder(Buffer.from(name, "latin1"), true).finally(() => parent.close())
  }
  return folder
}

/**
 * Maximum depth of nested folders to delete. Each level keeps a folder open. The server itself creates no folders in an
 * item's folder.
 */
const DEEPEST = 64

/**
 * Deletes the contents of the folder, including files of users and other programs. Links are deleted and never
 * followed. Each folder is opened inside its parent, so a link that has replaced the folder in the meantime is
 * rejected.
 */
const emptyFolder = async (folder: FolderInside, depth = 0): Promise<void> => {
  if (depth > DEEPEST) throw Object.assign(new Error("too many levels of folders"), { code: "ENAMETOOLONG" })
  for (const name of await readdir(folder.path, { encoding: "buffer" }))
    await unlink(folder.at(name)).catch(async (cause: unknown) => {
      if (!["EISDIR", "EPERM"].includes(codeOf(cause))) throw cause
      await within(folder.folder(name), (inner) => emptyFolder(inner, depth + 1))
      await rmdir(folder.at(name))
    })
}

/** Removes the item's trash folder and its note if the folder is empty. If `isEmptied`, empties the folder first. */
const clear = (root: string, itemId: string, isEmptied: boolean): Promise<void> =>
  within(trashOf(root), async (trash) => {
    if (isEmptied) await within(trash.folder(itemId, true), (own) => emptyFolder(own))
    const isLeft = await rmdir(trash.at(itemId)).then(
      () => false,
      (cause: unknown) => {
        if (codeOf(cause) === "ENOENT") return false
        if (codeOf(cause) === "ENOTEMPTY" || codeOf(cause) === "EEXIST") return true
        throw cause
      }
    )
    if (!isLeft)
      await unlink(trash.at(`${itemId}.json`)).catch((cause: unknown) => {
        // The note may be missing, or another program may have created a folder with this name, which is kept.
        if (!["ENOENT", "EISDIR", "EPERM"].includes(codeOf(cause))) throw cause
      })
    await trash.sync()
  })

/** Permanently deletes the files of an item in the trash. */
export const emptyOf = (root: string, itemId: string): Promise<void> => clear(root, itemId, true)

/** True if a file exists at this location. */
export const isFileAt = (location: DiskLocation): Promise<boolean> =>
  within(openFolderInside(location.root, location.folder), async (folder) => {
    const found = await statOf(folder.at(location.name))
    return found !== undefined && !found.isDirectory()
  }).catch((cause: unknown) => {
    if (isGone(cause)) return false
    throw cause
  })
