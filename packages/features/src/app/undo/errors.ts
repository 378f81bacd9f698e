import * as Schema from "effect/Schema"
import { SkippedPart } from "./shapes.ts"

/** No change was undone, because some values were changed again later. */
export class UndoConflict extends Schema.TaggedError<UndoConflict>()("UndoConflict", {
  skipped: Schema.Array(SkippedPart),
  skippedCount: Schema.Int
}) {
  override get message(): string {
    const [first] = this.skipped
    return first?.reason ?? "The values have changed since then. Nothing was undone."
  }
}
