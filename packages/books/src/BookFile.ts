import { type FileUnopenable, holdFile, toUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { BookUnreadable } from "./BookErrors.ts"

/** A file of a library: its root, its path in the bytes of the file system, and its display name. */
export interface BookFile {
  readonly root: string | Buffer
  readonly path: string | Buffer
  readonly name: string
}

/** The `%PDF-` marker must start within this many bytes. */
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
 * The format is determined by the first bytes, whatever the name, because comics are often packed by another program
 * than their extension suggests.
 */
const packingIn = (head: Buffer, ending: string): Packing | BookUnreadable => {
  const text = head.toString("latin1")
  if (text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006")) return "zip"
  if (text.startsWith("Rar!") || text.startsWith("7z\u00bc\u00af")) return "closed"
  if (text.includes("%PDF-")) return "pdf"
  // A self-extractor may precede an archive, whose reader reports the problem.
  if (ending === "epub" || ending === "cbz") return "zip"
  return ending === "pdf"
    ? new BookUnreadable({ code: "not-a-book", reason: "This is no PDF document." })
    : "closed"
}

/** The file format that contains the book. */
export const packingOf = (file: BookFile): Effect.Effect<Packing, BookUnreadable | FileUnopenable> =>
  Effect.flatMap(headOf(file), (head) => {
    const packing = packingIn(head, endingOf(file.name))
    return packing instanceof BookUnreadable ? Effect.fail(packing) : Effect.succeed(packing)
  })

/** Tells whether it is a PDF, whatever its name says. Another reader handles these. */
export const isPdf = (file: BookFile): Effect.Effect<boolean, BookUnreadable | FileUnopenable> =>
  Effect.map(packingOf(file), (packing) => packing === "pdf")
