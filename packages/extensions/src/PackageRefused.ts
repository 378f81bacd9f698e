import * as Schema from "effect/Schema"

/** A package or an index was rejected or could not be processed. `reason` is a message for users. */
export class PackageRefused extends Schema.TaggedError<PackageRefused>()("PackageRefused", {
  code: Schema.Literal("index", "unknown", "fetch", "checksum", "archive", "conflict", "disk"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}
