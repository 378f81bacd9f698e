import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const mediaProbe = queue({
  name: "media-probe",
  label: "Media probe",
  payload: Schema.Struct({
    videoId: Uuid,
    /**
     * True to probe the file only if it has changed since the last probe. Used to check a file that was just written.
     */
    ifChanged: Schema.optionalWith(Schema.Boolean, { exact: true })
  })
})
