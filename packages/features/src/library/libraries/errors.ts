import * as Schema from "effect/Schema"

/** The index of the folder in the request. */
const position = { index: Schema.optionalWith(Schema.Int, { exact: true }) }

const fieldsOf = ({ index, message }: { readonly index?: number; readonly message: string }) =>
  index === undefined ? undefined : [{ path: `roots.${index}.path`, message }]

/** Two roots may not contain one another, because files would belong to two libraries. */
export class RootOverlaps extends Schema.TaggedError<RootOverlaps>()("RootOverlaps", {
  path: Schema.String,
  otherPath: Schema.String,
  otherLibrary: Schema.String,
  ...position
}) {
  override get message(): string {
    return `The folder ${this.path} overlaps with ${this.otherPath} of the library "${this.otherLibrary}".`
  }
  get fields() {
    return fieldsOf(this)
  }
}

export const MISSING = "it does not exist"

/** The folder cannot be used as a root, or cannot be listed. */
export class RootUnusable extends Schema.TaggedError<RootUnusable>()("RootUnusable", {
  path: Schema.String,
  reason: Schema.String,
  ...position
}) {
  override get message(): string {
    return this.reason === MISSING
      ? "This folder does not exist."
      : `The folder ${this.path} cannot be used: ${this.reason}.`
  }
  get fields() {
    return fieldsOf(this)
  }
}

/** All that a member learns of a folder that cannot be theirs. */
export class RootRefused extends Schema.TaggedError<RootRefused>()("RootRefused", position) {
  override get message(): string {
    return "This folder cannot be used for a library. Ask an administrator which folders members may use."
  }
  get fields() {
    return fieldsOf(this)
  }
}

/** The error with the index of its folder in the request. */
export const atRoot = (index: number) => (error: RootUnusable | RootRefused) =>
  error._tag === "RootUnusable" ? new RootUnusable({ ...error, index }) : new RootRefused({ index })
