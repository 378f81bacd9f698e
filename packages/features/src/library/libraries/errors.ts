import * as Schema from "effect/Schema"

/** The index of the folder in the request's list of roots. */
const position = { index: Schema.optionalWith(Schema.Int, { exact: true }) }

const fieldsOf = ({ index, message }: { readonly index?: number; readonly message: string }) =>
  index === undefined ? undefined : [{ path: `roots.${index}.path`, message }]

/** Two roots overlap. A root must not contain another root, because the files would belong to two libraries. */
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

/**
 * The folder cannot be used by a member. Members get this error for every rejected folder, so that it does not reveal
 * the reason.
 */
export class RootRefused extends Schema.TaggedError<RootRefused>()("RootRefused", position) {
  override get message(): string {
    return "This folder cannot be used for a library. Ask an administrator which folders members may use."
  }
  get fields() {
    return fieldsOf(this)
  }
}

/** Adds the index of the folder in the request to the error. */
export const atRoot = (index: number) => (error: RootUnusable | RootRefused) =>
  error._tag === "RootUnusable" ? new RootUnusable({ ...error, index }) : new RootRefused({ index })
