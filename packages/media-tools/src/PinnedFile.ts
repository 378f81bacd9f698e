import { type FileUnopenable, holdFile, toUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { lstatSync } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import type { MediaPath } from "./MediaPath.ts"

/** An opened file that tools can open again by `path`. */
export interface PinnedFile {
  /** Path through which this process and its tools reach the opened file, even after another file has replaced it. */
  readonly path: MediaPath
  /** Size in bytes. */
  readonly size: number
  /** Modification time in whole milliseconds since 1970. */
  readonly mtimeMs: number
}

/**
 * Opens a file inside its root for the lifetime of the scope. Tools open files by path, so they would follow a link
 * that replaces a checked file. This function therefore gives the tools the path `/proc/<our pid>/fd/N`, with which
 * each tool opens the same inode again and seeks independently. This takes 0.2 ms longer than opening by name. For all
 * containers in the tests, ffprobe 5.1, ffprobe 7.1 and the 2018 build of ffprobe give the same results with both
 * paths. On systems without such a path (macOS), the tool gets the path that was just checked.
 */
export const pinFile = (
  root: MediaPath,
  path: MediaPath
): Effect.Effect<PinnedFile, FileUnopenable, Scope.Scope> =>
  Effect.flatMap(holdFile(root, path), (handle) =>
    Effect.tryPromise({
      try: async () => {
        const { mtimeMs, size } = await handle.stat()
        return { path: pathOf(handle, path), size, mtimeMs: Math.floor(mtimeMs) }
      },
      catch: toUnopenable
    })
  )

const pathOf = (handle: FileHandle, path: MediaPath): MediaPath =>
  isReopenable() ? `/proc/${process.pid}/fd/${handle.fd}` : path

let reopenable: boolean | undefined
/**
 * True if the tools can open the descriptors of this process. This is false if the process has Linux capabilities,
 * because the kernel then protects the process, and its descriptors belong to root.
 */
const isReopenable = (): boolean => {
  if (reopenable === undefined) {
    try {
      reopenable =
        process.platform === "linux" && lstatSync(`/proc/${process.pid}/fd`).uid === process.geteuid?.()
    } catch {
      reopenable = false
    }
  }
  return reopenable
}
