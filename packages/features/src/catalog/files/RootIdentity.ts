import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import * as Effect from "effect/Effect"
import { lstat, readdir, stat } from "node:fs/promises"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { joinBytes } from "@media/disk/OpenFolder"

/** The failure of a scan whose file system does not answer. A dead network mount never does, and scans run one at a time. */
export const notAnswering = (path: Buffer) =>
  new RetryableFailure({
    message: `The folder ${path.toString()} does not answer. Is its disk connected? Items that the scan did not reach were not changed.`
  })

const describe = (cause: unknown): string => {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === "ENOENT") return "it is not there"
  if (code === "EACCES") return "no permission"
  return code ?? message
}

/** Device and inode: as long as both are the same, it is the same folder on the same disk. */
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
    message: `The folder ${path.toString()} is empty although ${files} files were there. Is its disk mounted? Nothing was changed.`
  })

/**
 * The failure of a scan that finds another folder. The mount point of a disconnected disk may contain other files, and so
 * does another disk.
 */
export const rootWasReplaced = (path: Buffer) =>
  new PermanentFailure({
    message:
      `The folder ${path.toString()} is not the same folder as at the last scan, and contains none of the known files. ` +
      "Is the right disk mounted? Nothing was changed. If this is the right folder, remove it from the library and add it again."
  })

const isGoneCode = (cause: NodeJS.ErrnoException): boolean =>
  cause.code === "ENOENT" || cause.code === "ENOTDIR"

/** Tells whether any of these files exists. A file that cannot be examined may exist. */
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
