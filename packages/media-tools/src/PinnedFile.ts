import { NotRegularFile, openInside, OutsideRoot } from "@media/kernel/InsideRoot"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { lstatSync } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import type { MediaPath } from "./MediaPath.ts"

export const UnopenableCode = Schema.Literal(
  "not-found",
  "no-permission",
  "not-a-file",
  "outside-root",
  "busy",
  "io-error"
)

/** The file cannot be opened; `reason` is a sentence for people, `code` is for programs. */
export class FileUnopenable extends Schema.TaggedError<FileUnopenable>()("FileUnopenable", {
  code: UnopenableCode,
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** A file that was opened inside its root and stays open. */
export interface PinnedFile {
  /** Leads to what was opened, whatever is put in its place, for this process and its tools alike. */
  readonly path: MediaPath
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, whole. */
  readonly mtimeMs: number
}

/**
 * Opens a file inside its root for as long as the scope lasts. Tools open by path, so a link that is put in the place of
 * a checked file would be followed; through `/proc/<our pid>/fd/N` they open the same inode again and seek on their own
 * (0.2 ms more than by name; ffprobe of 2018, 5.1 and 7.1 give the same answers for all containers of the tests). Where
 * there is no such path (macOS) the tool gets the name that was checked just before.
 */
export const pinFile = (
  root: MediaPath,
  path: MediaPath
): Effect.Effect<PinnedFile, FileUnopenable, Scope.Scope> =>
  Effect.flatMap(openFor(root, path), (handle) =>
    Effect.tryPromise({
      try: async () => {
        const { mtimeMs, size } = await handle.stat()
        return { path: pathOf(handle, path), size, mtimeMs: Math.floor(mtimeMs) }
      },
      catch: toUnopenable
    })
  )

/** A sleeping disk needs up to 8 s to spin up; a dead network mount never answers, and its jobs would never end. */
const OPEN_LIMIT = "30 seconds"

/** Opening cannot be cancelled: what was given up is closed when it opens after all. */
const openFor = (root: MediaPath, path: MediaPath) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      const opening = openInside(root, path)
      const opened = Effect.tryPromise({ try: () => opening, catch: toUnopenable }).pipe(
        Effect.timeoutFail({ duration: OPEN_LIMIT, onTimeout: notAnswering })
      )
      return restore(opened).pipe(
        Effect.onExit((exit) =>
          Exit.isSuccess(exit)
            ? Effect.addFinalizer(() => Effect.sync(() => release(exit.value)))
            : Effect.sync(() => void opening.then(release, () => undefined))
        )
      )
    })
  )

/** Not awaited, and errors are ignored: a mount that died while the file was open hangs, or refuses to close it. */
const release = (handle: FileHandle): void => void handle.close().catch(() => undefined)

const notAnswering = () =>
  new FileUnopenable({ code: "busy", reason: "The file system does not answer. Is its disk connected?" })

const pathOf = (handle: FileHandle, path: MediaPath): MediaPath =>
  isReopenable() ? `/proc/${process.pid}/fd/${handle.fd}` : path

let reopenable: boolean | undefined
/**
 * The descriptors of a process that the kernel does not let others look into (its program has capabilities of its own)
 * belong to root: our tools could not open them.
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

const toUnopenable = (cause: unknown): FileUnopenable => {
  const because = (code: typeof UnopenableCode.Type, reason: string) => new FileUnopenable({ code, reason })
  if (cause instanceof OutsideRoot) return because("outside-root", `${cause.message}.`)
  if (cause instanceof NotRegularFile) return because("not-a-file", "It is not a regular file.")
  const { code } = cause as NodeJS.ErrnoException
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return because("not-found", "The file is not there.")
    case "EACCES":
    case "EPERM":
      return because("no-permission", "The server has no permission to read the file.")
    case "ENXIO":
    case "ELOOP":
      return because("not-a-file", "It is not a regular file.")
    case "EMFILE":
    case "ENFILE":
      return because("busy", "Too many files are open.")
    default:
      return because("io-error", `The file cannot be read (${code ?? "unknown error"}).`)
  }
}
