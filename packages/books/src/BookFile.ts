import { type FileUnopenable, holdFile, toUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { BookUnreadable } from "./BookErrors.ts"

/**
 * A file in a library: the root folder of the library, the path of the file, and its display name. Paths may be byte
 * buffers, because file names need not be valid UTF-8.
 */
export interface BookFile {
  readonly root: string | Buffer
  readonly path: string | Buffer
  readonly name: string
}

/** Number of bytes to read from the start of a file. The `%PDF-` marker of a PDF must be among them. */
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
 * Determines the file format from the first bytes. Uses the extension (`ending`) only if the first bytes are not
 * conclusive, because the extension of a comic often does not match its format.
 */
const packingIn = (head: Buffer, ending: string): Packing | BookUnreadable => {
  const text = head.toString("latin1")
  if (text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006")) return "zip"
  if (text.startsWith("Rar!") || text.startsWith("7z\u00bc\u00af")) return "closed"
  if (text.includes("%PDF-")) return "pdf"
  // A ZIP archive may be preceded by a self-extracting program. If there is no archive after all, the archive reader
  // reports the problem.
  if (ending === "epub" || ending === "cbz") return "zip"
  return ending === "pdf"
    ? new BookUnreadable({ code: "not-a-book", reason: "This is not a PDF document." })
    : "closed"
}

/** Returns the file format of a book. `closed` is a format whose content the server does not read. */
export const packingOf = (file: BookFile): Effect.Effect<Packing, BookUnreadable | FileUnopenable> =>
  Effect.flatMap(headOf(file), (head) => {
    const packing = packingIn(head, endingOf(file.name))
    return packing instanceof BookUnreadable ? Effect.fail(packing) : Effect.succeed(packing)
  })

/** True if the file is a PDF, regardless of its name. A separate reader reads PDFs. */
export const isPdf = (file: BookFile): Effect.Effect<boolean, BookUnreadable | FileUnopenable> =>
  Effect.map(packingOf(file), (packing) => packing === "pdf")
