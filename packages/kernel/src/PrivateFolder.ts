import { chmod, mkdir, readdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"

const OTHERS = 0o077
/**
 * All permissions of the group and of other users, except the group's right to traverse the folder. The launcher grants
 * that right to the group of the database account.
 */
const OTHERS_BUT_PASSAGE = 0o067

/**
 * Creates a folder and its missing parents. Only our user can access the created folders. If the folder exists and our
 * user owns it, it is made private, so call this function only for folders that no other program writes to. Rejects
 * with the file system's error.
 */
export const privateFolder = async (folder: string): Promise<void> => {
  await makeFolders(folder)
  await narrow(folder, OTHERS)
}

/**
 * Creates a folder and its missing parents, private by default. Rejects with the file system's error. Does not use
 * `recursive: true`, for two reasons:
 * - If mkdir fails with ENOENT, as it does below `/proc`, Node retries forever (seen with Node 20).
 * - If the file system is full or read-only, Node reports ENOENT instead of the real error.
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

/**
 * Matches the names of the files and folders that this program creates in its data directory. Also matches
 * `lost+found`, which file systems create.
 */
const OUR_NAMES =
  /^(cache|backups|own-pictures|\.media-secret.*|postgres.*|run|database\.lock.*|\.write-test-.*|lost\+found)$/

/** True if an entry of the data directory with this name was created by this program or the file system. */
export const isOurName = (name: string): boolean => OUR_NAMES.test(name)

/**
 * Makes a data directory private. A directory that is shared (sticky bit) or contains other files is left unchanged,
 * because our folders in it are private anyway. A missing directory is ignored, because the code that needs the
 * directory creates it.
 */
export const narrowDataDir = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => undefined)
  if (names?.every(isOurName) === true) await narrow(dataDir, OTHERS_BUT_PASSAGE)
}

/**
 * Makes the data directory of a process private, and its cache folder if that is in the data directory. Failures are
 * ignored, because the code that needs a folder reports them.
 */
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
  // A file system without modes (exFAT, some network shares) rejects `chmod` and cannot make folders private.
  await chmod(folder, 0o700).catch(() => undefined)
}
