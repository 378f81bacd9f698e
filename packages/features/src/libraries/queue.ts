import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/**
 * Forgets what a library holds outside of its roots: all of it when the library itself was removed. Of the trash it ends
 * what was begun and deletes what has been there for long enough.
 */
export const libraryMaintenance = queue({
  name: "library-maintenance",
  label: "Library maintenance",
  payload: Schema.Struct({
    libraryId: Schema.optionalWith(Uuid, { exact: true }),
    trash: Schema.optionalWith(Schema.Literal(true), { exact: true })
  })
})
