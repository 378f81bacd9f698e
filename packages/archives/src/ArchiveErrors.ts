import * as Schema from "effect/Schema"

/** The whole archive was rejected. `reason` is a message for users, and `code` is for programs. */
export class ArchiveRefused extends Schema.TaggedError<ArchiveRefused>()("ArchiveRefused", {
  code: Schema.Literal(
    "not-an-archive",
    "damaged",
    "encrypted",
    "split",
    "too-many-entries",
    "directory-too-large",
    "too-large",
    "ratio",
    "overlapping",
    "io-error"
  ),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export const EntryRefusal = Schema.Literal("not-a-file", "encrypted", "method", "too-large", "ratio")

/** An entry cannot be read, or can be read only in part. Other entries may be intact. */
export class EntryRefused extends Schema.TaggedError<EntryRefused>()("EntryRefused", {
  code: Schema.Literal(...EntryRefusal.literals, "unknown", "damaged", "io-error"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
