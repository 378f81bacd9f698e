import * as Schema from "effect/Schema"
import { SkippedPart } from "./shapes.ts"

/** Values were changed since; nothing was undone. */
export class UndoConflict extends Schema.TaggedError<UndoConflict>()("UndoConflict", {
  skipped: Schema.Array(SkippedPart),
  skippedCount: Schema.Int
}) {
  override get message(): string {
    const [first] = this.skipped
    return first?.reason ?? "This was changed since. Nothing was undone."
  }
}
