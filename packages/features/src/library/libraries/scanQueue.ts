import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const libraryScan = queue({
  name: "library-scan",
  label: "Library scan",
  payload: Schema.Struct({
    libraryId: Uuid,
    rootId: Uuid,
    /** The folder to scan, relative to the root. Omitted to scan the whole root. */
    path: Schema.optionalWith(Schema.String, { exact: true })
  })
})
