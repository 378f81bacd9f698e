import { OutsideRoot } from "@media/kernel/InsideRoot"
import * as Schema from "effect/Schema"

/** The files of an item were not moved. `reason` is a message for users. */
export class NotMoved extends Schema.TaggedError<NotMoved>()("NotMoved", {
  reason: Schema.String,
  /** The scope of the reason: only this item, all items in its root, or all items. */
  holdsFor: Schema.Literal("item", "root", "all")
}) {
  override get message(): string {
    return this.reason
  }
}

const of = (holdsFor: "item" | "root" | "all", reason: string) => new NotMoved({ reason, holdsFor })

/** Converts a file system error in a media folder to `NotMoved`. */
export const toNotMoved = (cause: unknown): NotMoved => {
  if (cause instanceof NotMoved) return cause
  if (cause instanceof OutsideRoot)
    return of("item", "The path of the file contains a symbolic link, which the server does not follow.")
  const code = (cause as NodeJS.ErrnoException).code ?? "unknown error"
  switch (code) {
    case "EROFS":
      return of("root", "The folder is mounted read-only for the server.")
    case "EACCES":
    case "EPERM":
      return of("item", "The server has no permission to write to the folder of the file.")
    case "ENOSPC":
    case "EDQUOT":
      return of("root", "The disk of the folder is full.")
    case "ENOENT":
    case "ENOTDIR":
      return of("item", "The folder of the file cannot be found. Is its disk connected?")
    case "ENAMETOOLONG":
      return of("item", "The path is too long.")
    default:
      return of("item", `The disk of the folder reported an error (${code}).`)
  }
}

/** Throws `NotMoved` for a file system error in the cache. Such an error applies to all items. */
export const ofCache = (cause: unknown): never => {
  const code = (cause as NodeJS.ErrnoException).code ?? "unknown error"
  throw of(
    "all",
    code === "ENOSPC" || code === "EDQUOT"
      ? "The disk of the cache directory is full."
      : `The cache directory cannot be used (${code}).`
  )
}

export const noAnswer = () => of("root", "The folder does not respond.")
export const notFor = (reason: string) => of("item", reason)
