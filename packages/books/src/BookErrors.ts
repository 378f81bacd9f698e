import type { ArchiveRefused, EntryRefused } from "@media/archives/ArchiveErrors"
import { FileUnopenable } from "@media/kernel/HeldFile"
import * as Schema from "effect/Schema"

/**
 * The file, or the requested part of it, cannot be read as a book. `reason` is a message for users, and `code` is for
 * programs.
 */
export class BookUnreadable extends Schema.TaggedError<BookUnreadable>()("BookUnreadable", {
  code: Schema.Literal("damaged", "encrypted", "empty", "too-large", "too-slow", "not-a-book", "unknown"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

const ioError = (reason: string) => new FileUnopenable({ code: "io-error", reason })

/**
 * Converts an error of the archive reader. Returns a disk error unchanged, so that it is not mistaken for a damaged
 * book. All other errors mean that the book is unreadable.
 */
export const ofArchive = (refusal: ArchiveRefused | EntryRefused): BookUnreadable | FileUnopenable => {
  const { code, reason } = refusal
  switch (code) {
    case "io-error":
      return ioError(reason)
    case "encrypted":
      return new BookUnreadable({ code, reason })
    case "not-an-archive":
      return new BookUnreadable({ code: "not-a-book", reason })
    case "too-many-entries":
    case "directory-too-large":
    case "too-large":
    case "ratio":
    case "overlapping":
      return new BookUnreadable({ code: "too-large", reason })
    case "unknown":
      return new BookUnreadable({ code, reason })
    default:
      return new BookUnreadable({ code: "damaged", reason })
  }
}
