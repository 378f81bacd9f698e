import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** Generated files that may be deleted at any time, because the server makes them again on demand. */
export const ClearableKind = Schema.Literal("posters", "sheets", "clips", "hls")
export type ClearableKind = typeof ClearableKind.Type

/**
 * Forgets what a library holds outside of its roots: all of it when the library itself was removed. Of the trash it ends
 * what was begun and deletes what has been there for long enough. Of files that the server made it brings each to where
 * the settings want it, and deletes what no item owns; or it deletes all of a kind.
 */
export const libraryMaintenance = queue({
  name: "library-maintenance",
  label: "Library maintenance",
  payload: Schema.Struct({
    libraryId: Schema.optionalWith(Uuid, { exact: true }),
    trash: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    generatedFiles: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    clear: Schema.optionalWith(
      Schema.Struct({
        kind: ClearableKind,
        /** Absent: of all libraries. */
        libraryId: Schema.optionalWith(Uuid, { exact: true })
      }),
      { exact: true }
    )
  })
})
