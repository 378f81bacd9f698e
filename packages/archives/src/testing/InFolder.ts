import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ArchiveLimits } from "../ArchiveLimits.ts"
import { type Archive, openArchive } from "../OpenArchive.ts"
import { madeArchive, type MadeArchive } from "./MadeArchive.ts"

/** Creates a temporary folder for the archives of one test file. */
export const archiveFolder = () => {
  const root = mkdtempSync(join(tmpdir(), "media-archives-"))
  const path = join(root, "book.cbz")
  return {
    root,
    path,
    remove: () => rmSync(root, { recursive: true, force: true }),
    /** Writes the archive to disk, opens it, and returns the result of `use` or the error. */
    withArchive: <A, E extends { readonly code: string }>(
      made: Buffer | MadeArchive,
      use: (archive: Archive) => Effect.Effect<A, E>,
      limits?: ArchiveLimits
    ): Promise<Either.Either<A, { readonly code: string; readonly message: string }>> => {
      writeFileSync(path, Buffer.isBuffer(made) ? made : madeArchive(made))
      return Effect.runPromise(
        Effect.either(
          Effect.scoped(Effect.flatMap(openArchive(root, path, limits), use)) as Effect.Effect<
            A,
            { readonly code: string; readonly message: string }
          >
        )
      )
    },
    /** Returns the number of file descriptors with which this process has the archive open. */
    openCount: () =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path
        } catch {
          return false
        }
      }).length
  }
}
