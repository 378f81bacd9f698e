import type { Archive } from "@media/archives/OpenArchive"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import * as Effect from "effect/Effect"
import type { BookUnreadable } from "../BookErrors.ts"
import type { BookFacts } from "../BookFacts.ts"
import { encryptionOf } from "./Encryption.ts"
import { packageOf } from "./Package.ts"
import { packageFacts } from "./PackageFile.ts"

export const readEpub = (archive: Archive): Effect.Effect<BookFacts, BookUnreadable | FileUnopenable> =>
  Effect.gen(function* () {
    const { root } = yield* packageOf(archive)
    const { isProtected } = yield* encryptionOf(archive)
    return {
      format: "epub" as const,
      pages: null,
      isProtected,
      ...packageFacts(root)
    }
  }).pipe(Effect.withSpan("books.readEpub"))
