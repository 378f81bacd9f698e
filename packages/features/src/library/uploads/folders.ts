import { openFolderInside, type FolderInside } from "@media/kernel/FolderInside"
import { lstat, rmdir } from "node:fs/promises"

export const isThere = (path: Buffer): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false
  )

/**
 * Opens the folder with these names below the root, and creates missing folders. `made` is the number of folders at the
 * end of the path that were created.
 */
export const openTarget = async (
  root: Buffer,
  names: ReadonlyArray<string>
): Promise<{ readonly folder: FolderInside; readonly made: number }> => {
  let folder = await openFolderInside(root, Buffer.alloc(0))
  let made = 0
  for (const name of names) {
    const parent = folder
    try {
      if (made > 0 || !(await isThere(parent.at(name)))) made += 1
      folder = await parent.folder(Buffer.from(name), true)
    } finally {
      await parent.close()
    }
  }
  return { folder, made }
}

/** Removes the folders that were created for a file, if they are empty. */
export const removeEmpty = async (
  root: Buffer,
  names: ReadonlyArray<string>,
  made: number
): Promise<void> => {
  for (let depth = names.length; depth > names.length - made; depth--) {
    const above = Buffer.from(names.slice(0, depth - 1).join("/"))
    try {
      const parent = await openFolderInside(root, above)
      await rmdir(parent.at(names[depth - 1]!)).finally(() => parent.close())
    } catch (cause) {
      // Stop at a folder that is not empty, because it contains another file by now. If a folder does not exist
      // (ENOENT), continue with its parents, which may still have to be removed.
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") return
    }
  }
}

/** Opens the deepest existing folder of this path and creates none. `isWhole` is true if the whole path exists. */
export const openExisting = async (
  root: Buffer,
  names: ReadonlyArray<string>
): Promise<{ readonly folder: FolderInside; readonly isWhole: boolean }> => {
  let folder = await openFolderInside(root, Buffer.alloc(0))
  for (const name of names) {
    const parent = folder
    try {
      folder = await parent.folder(Buffer.from(name))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return { folder: parent, isWhole: false }
      await parent.close()
      throw cause
    }
    await parent.close()
  }
  return { folder, isWhole: true }
}

/** Returns the number of folders at the end of the path that do not exist. */
export const missingOf = async (root: Buffer, names: ReadonlyArray<string>): Promise<number> => {
  for (let depth = 0; depth < names.length; depth += 1) {
    const { folder, isWhole } = await openExisting(root, names.slice(0, depth + 1))
    await folder.close()
    if (!isWhole) return names.length - depth
  }
  return 0
}
