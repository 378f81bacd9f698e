import { Fail } from "@media/wire/Envelope"
import * as Schema from "effect/Schema"
import { HierarchyCycle, NameTaken } from "../../catalog/related/errors.ts"

/** The entity was merged into a different entity that the caller may see. */
export class Merged extends Schema.TaggedError<Merged>()("Merged", { mergedInto: Schema.String }) {
  override get message(): string {
    return "This entry was merged into another one."
  }
}

const Step = Schema.Struct({ id: Schema.String, name: Schema.String })

export const FailNameTaken = Fail(NameTaken, "name_taken", 409, { id: Schema.String })
export const FailHierarchyCycle = Fail(HierarchyCycle, "hierarchy_cycle", 409, { path: Schema.Array(Step) })
export const FailMerged = Fail(Merged, "entity_merged", 301, { mergedInto: Schema.String })
