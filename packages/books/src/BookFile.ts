import { type FileUnopenable, holdFile, toUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { BookUnreadable } from "./BookErrors.ts"

/** A file in a library: its root, its path in the bytes of the file system, and its display name. */
export interface BookFile {
  readonly root: string | Buffer
  readonly path: string | Buffer
  readonly name: string
}

/** Number of bytes at the start of a file in which the `%PDF-` marker must begin. */
const HEAD_BYTES = 1_024

const headOf = ({ path, root }: BookFile): Effect.Effect<Buffer, FileUnopenable> =>
  Effect.scoped(
    Effect.flatMap(holdFile(root, path), (handle) =>
      Effect.tryPromise({
        try: async () => {
          const bytes = Buffer.alloc(HEAD_BYTES)
          const { bytesRead } = await handle.read(bytes, 0, HEAD_BYTES, 0)
          return bytes.subarray(0, bytesRead)
        },
        catch: toUnopenable
      })
    )
  )

export const endingOf = (name: string): string => /\.([^./\\]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ""

type Packing = "zip" | "pdf" | "closed"

/**
 * Determines the format from the first bytes and not from the name, because programs often pack comics in a format that
 * does not match the extension.
 */
const packingIn = (head: Buffer, ending: string): Packing | BookUnreadable => {
  const text = head.toString("latin1")
  if (text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006")) return "zip"
  if (text.startsWith("Rar!") || text.startsWith("7z\u00bc\u00af")) return "closed"
  if (text.includes("%PDF-")) return "pdf"
  // A self-extracting program may precede the archive. If no archive follows, the archive reader reports the problem.
  if (ending === "epub" || ending === "cbz") return "zip"
  return ending === "pdf"
    ? new BookUnreadable({ code: "not-a-book", reason: "This is not a PDF document." })
    : "closed"
}

/** Returns the format of the file that contains the book. */
export const packingOf = (file: BookFile): Effect.Effect<Packing, BookUnreadable | FileUnopenable> =>
  Effect.flatMap(headOf(file), (head) => {
    const packing = packingIn(head, endingOf(file.name))
    return packing instanceof BookUnreadable ? Effect.fail(packing) : Effect.succeed(packing)
  })

/** True if the file is a PDF, regardless of its name. A separate reader reads PDFs. */
export const isPdf = (file: BookFile): Effect.Effect<boolean, BookUnreadable | FileUnopenable> =>
  Effect.map(packingOf(file), (packing) => packing === "pdf")
