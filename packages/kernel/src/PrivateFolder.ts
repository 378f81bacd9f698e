import { chmod, mkdir, readdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"

const OTHERS = 0o077
/**
 * All permissions of others except the right to pass through, which the launcher grants to the group of the database
 * account.
 */
const OTHERS_BUT_PASSAGE = 0o067

/**
 * Creates a folder (and its missing parents) that only our user may enter. An existing folder that we own is made
 * private, so use it only for folders that only this program writes to. Rejects with the file system's error.
 */
export const privateFolder = async (folder: string): Promise<void> => {
  await makeFolders(folder)
  await narrow(folder, OTHERS)
}

/**
 * Creates a folder and its missing parents, private unless `mode` says otherwise. Rejects with the file system's error.
 * Does not use `recursive: true`: Node retries forever where mkdir fails with ENOENT, as below `/proc` (seen with Node
 * 20), and reports that code when a file system is full or read-only.
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

/** The files and folders that this program creates in its data directory; file systems add the last one themselves. */
const OUR_NAMES =
  /^(cache|backups|own-pictures|\.media-secret.*|postgres.*|run|database\.lock.*|\.write-test-.*|lost\+found)$/

/** Tells whether this entry of a data directory belongs to this program. */
export const isOurName = (name: string): boolean => OUR_NAMES.test(name)

/**
 * Makes a data directory private. One that also contains other files, or is shared, is left unchanged, because our
 * folders inside it are private anyway. If it is missing, the code that needs it creates it.
 */
export const narrowDataDir = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => undefined)
  if (names?.every(isOurName) === true) await narrow(dataDir, OTHERS_BUT_PASSAGE)
}

/** Makes the folders of a process private. The code that needs the folder reports a failure. */
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
  // A file system without modes (exFAT, some shares) rejects this, and there is nothing to make private.
  await chmod(folder, 0o700).catch(() => undefined)
}
