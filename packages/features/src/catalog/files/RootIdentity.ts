import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import * as Effect from "effect/Effect"
import { lstat, readdir, stat } from "node:fs/promises"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { joinBytes } from "@media/disk/OpenFolder"

/**
 * Returns the failure of a scan whose file system does not respond. Without this failure, a dead network mount would
 * block all scans, which run one at a time.
 */
export const notAnswering = (path: Buffer) =>
  new RetryableFailure({
    message: `The folder ${path.toString()} does not respond. Is its disk connected? Items that the scan did not reach were not changed.`
  })

const describe = (cause: unknown): string => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === "ENOENT") return "it does not exist"
  if (code === "EACCES") return "no permission"
  return code ?? message
}

/**
 * Returns the device and inode of a root, which identify a folder on a disk, and whether the folder is empty. Fails if
 * the path is not a readable folder.
 */
export const identityOf = (path: Buffer) =>
  fileCall(async () => {
    const info = await stat(path)
    if (!info.isDirectory()) throw new Error("it is not a folder")
    const entries = await readdir(path)
    return { identity: `${info.dev}:${info.ino}`, isEmpty: entries.length === 0 }
  }).pipe(
    Effect.mapError((cause) =>
      cause instanceof NoAnswer
        ? notAnswering(path)
        : new PermanentFailure({
            message: `The folder ${path.toString()} cannot be read (${describe(cause)}). Is its disk connected? Nothing was changed.`
          })
    )
  )

export const rootIsEmpty = (path: Buffer, files: number) =>
  new PermanentFailure({
    message: `The folder ${path.toString()} is empty, but contained ${files} files at the last scan. Is its disk mounted? Nothing was changed.`
  })

/**
 * Returns the failure of a scan that finds a different folder at the path of the root: the mount point of a
 * disconnected disk, or a different disk. Such a folder may contain files, so checking for an empty folder does not
 * suffice.
 */
export const rootWasReplaced = (path: Buffer) =>
  new PermanentFailure({
    message:
      `The folder ${path.toString()} is not the same folder as at the last scan, and contains none of the known files. ` +
      "Is the right disk mounted? Nothing was changed. If this is the right folder, remove it from the library and add it again."
  })

const isGoneCode = (cause: NodeJS.ErrnoException): boolean =>
  cause.code === "ENOENT" || cause.code === "ENOTDIR"

/** True if any of these files exists or if there are no files. A file that cannot be examined counts as existing. */
export const anyFileExists = (root: Buffer, files: ReadonlyArray<Buffer>) =>
  Effect.gen(function* () {
    for (const relative of files) {
      const isThere = yield* fileCall(() => lstat(joinBytes(root, relative))).pipe(
        Effect.as(true),
        Effect.catchAll((cause) =>
          cause instanceof NoAnswer ? Effect.fail(notAnswering(root)) : Effect.succeed(!isGoneCode(cause))
        )
      )
      if (isThere) return true
    }
    return files.length === 0
  })
