import * as Schema from "effect/Schema"

/** Two roots may not contain one another: a file would belong to two libraries. */
export class RootOverlaps extends Schema.TaggedError<RootOverlaps>()("RootOverlaps", {
  path: Schema.String,
  otherPath: Schema.String,
  otherLibrary: Schema.String
}) {
  override get message(): string {
    return `The folder ${this.path} overlaps with ${this.otherPath} of the library "${this.otherLibrary}".`
  }
}

/** A folder that cannot serve as a root, or be listed. */
export class RootUnusable extends Schema.TaggedError<RootUnusable>()("RootUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The folder ${this.path} cannot be used: ${this.reason}.`
  }
}

/** All that a member learns of a folder that cannot be theirs. */
export class RootRefused extends Schema.TaggedError<RootRefused>()("RootRefused", {}) {
  override get message(): string {
    return "This folder cannot be used for a library. Ask an administrator which folders members may use."
  }
}
