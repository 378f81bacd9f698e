import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { FileHandle } from "node:fs/promises"
import { NotRegularFile, openInside, OutsideRoot } from "./InsideRoot.ts"

export const UnopenableCode = Schema.Literal(
  "not-found",
  "no-permission",
  "not-a-file",
  "outside-root",
  "busy",
  "io-error"
)

/** The file cannot be opened. `reason` is a message for users, `code` is for programs. */
export class FileUnopenable extends Schema.TaggedError<FileUnopenable>()("FileUnopenable", {
  code: UnopenableCode,
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * Maximum time for opening a file. A sleeping disk needs up to 8 s to spin up. A dead network mount never responds, so
 * without a limit, jobs that open its files would never end.
 */
const OPEN_LIMIT = "30 seconds"

/**
 * Opens a file with `openInside` for the lifetime of the scope. The disk may be asleep or disconnected. Opening cannot
 * be canceled, so a file that opens after the time limit is closed at once.
 */
export const holdFile = (
  root: string | Buffer,
  path: string | Buffer
): Effect.Effect<FileHandle, FileUnopenable, Scope.Scope> =>
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

/**
 * Closes a file without waiting, and ignores errors. On a mount that died while the file was open, closing hangs or
 * fails.
 */
const release = (handle: FileHandle): void => void handle.close().catch(() => undefined)

const notAnswering = () =>
  new FileUnopenable({
    code: "busy",
    reason: "The file system does not respond. Check that its disk is connected."
  })

/** Converts an error from opening or reading a file to `FileUnopenable`. */
export const toUnopenable = (cause: unknown): FileUnopenable => {
  const because = (code: typeof UnopenableCode.Type, reason: string) => new FileUnopenable({ code, reason })
  if (cause instanceof OutsideRoot) return because("outside-root", `${cause.message}.`)
  if (cause instanceof NotRegularFile) return because("not-a-file", "It is not a regular file.")
  const { code } = cause as NodeJS.ErrnoException
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return because("not-found", "The file does not exist.")
    case "EACCES":
    case "EPERM":
      return because("no-permission", "The server does not have permission to read the file.")
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
