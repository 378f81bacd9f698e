import { type FileUnopenable, holdFile, toUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { BookFile } from "./BookFile.ts"

const SAMPLE_BYTES = 1_024
/** Offsets of the samples in bytes: 0, and 1 KiB times the powers of 4 up to 1 GiB. */
const OFFSETS = [0, ...Array.from({ length: 11 }, (_, power) => SAMPLE_BYTES * 4 ** power)]

/**
 * Computes the MD5 by which KOReader identifies a file (`util.partialMD5`). It covers a sample of one KiB at each
 * offset within the file. The last sample may be shorter.
 */
export const partialMd5 = ({
  path,
  root
}: Pick<BookFile, "path" | "root">): Effect.Effect<Buffer, FileUnopenable> =>
  Effect.scoped(
    Effect.flatMap(holdFile(root, path), (handle) =>
      Effect.tryPromise({
        try: async () => {
          const hash = createHash("md5")
          const bytes = Buffer.alloc(SAMPLE_BYTES)
          for (const offset of OFFSETS) {
            const { bytesRead } = await handle.read(bytes, 0, SAMPLE_BYTES, offset)
            if (bytesRead === 0) break
            hash.update(bytes.subarray(0, bytesRead))
          }
          return hash.digest()
        },
        catch: toUnopenable
      })
    )
  )
