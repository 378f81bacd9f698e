import { chmod, mkdir, readdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"

const OTHERS = 0o077
/** All but the right to pass through, which the launcher gives to the group of the database's account. */
const OTHERS_BUT_PASSAGE = 0o067

/**
 * Makes a folder (and those above it) that only our user may enter. One that is there already and is ours is narrowed:
 * for folders that only this program writes to. Rejects with the file system's error.
 */
export const privateFolder = async (folder: string): Promise<void> => {
  await makeFolders(folder)
  await narrow(folder, OTHERS)
}

/**
 * A folder and every missing one above it, private unless `mode` says otherwise. Rejects with the file system's error.
 * Not by `recursive: true`: Node retries forever where mkdir fails with ENOENT, as below `/proc` (seen with Node 20), and
 * names that code where a file system is full or read-only.
 */
export const makeFolders = async (folder: string, mode = 0o700): Promise<void> => {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return
    if (code === "EROFS" && (await isFolder(folder))) return
    const parent = dirname(folder)
    if (code !== "ENOENT" || parent === folder || (await isFolder(parent))) throw error
    await makeFolders(parent, mode)
    await makeFolders(folder, mode)
  }
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false
  )

/** What this program makes in its data directory; a file system adds the last one itself. */
const OUR_NAMES =
  /^(cache|backups|own-pictures|\.media-secret.*|postgres.*|run|database\.lock.*|\.write-test-.*|lost\+found)$/

/** Is this entry of a data directory the program's own? */
export const isOurName = (name: string): boolean => OUR_NAMES.test(name)

/**
 * The same for a data directory. One that also holds other things, or is shared, stays as it is; the folders in it are
 * private all the same. A missing one is left to the code that needs it.
 */
export const narrowDataDir = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => undefined)
  if (names?.every(isOurName) === true) await narrow(dataDir, OTHERS_BUT_PASSAGE)
}

/** The folders of a process: a failure here is reported by the code that needs the folder. */
export const keepStatePrivate = (state: { readonly dataDir: string; readonly cacheDir: string }) =>
  Effect.promise(async () => {
    await narrowDataDir(state.dataDir).catch(() => undefined)
    if (state.cacheDir === join(state.dataDir, "cache")) {
      await privateFolder(state.cacheDir).catch(() => undefined)
    }
  })

const narrow = async (folder: string, unwanted: number): Promise<void> => {
  const { mode, uid } = await stat(folder)
  const isShared = (mode & 0o1000) !== 0
  if ((mode & unwanted) === 0 || isShared || uid !== process.getuid?.()) return
  // A file system without modes (exFAT, some shares) refuses; there is nothing to narrow.
  await chmod(folder, 0o700).catch(() => undefined)
}
