import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const mediaProbe = queue({
  name: "media-probe",
  label: "Media probe",
  payload: Schema.Struct({
    videoId: Uuid,
    /** Probes only if the file changed since the last time, to check one that was just written. */
    ifChanged: Schema.optionalWith(Schema.Boolean, { exact: true })
  })
})
