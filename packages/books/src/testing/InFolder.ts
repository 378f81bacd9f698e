import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BookFile } from "../BookFile.ts"

/** Creates a temporary folder for the books of one test file. */
export const bookFolder = () => {
  const root = mkdtempSync(join(tmpdir(), "media-books-"))
  return {
    remove: () => rmSync(root, { recursive: true, force: true }),
    /** Writes a book to the folder under this file name. */
    book: (name: string, bytes: Buffer | string): BookFile => {
      writeFileSync(join(root, name), bytes)
      return { root, path: join(root, name), name }
    }
  }
}
