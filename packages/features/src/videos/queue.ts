import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

export const mediaProbe = queue({
  name: "media-probe",
  label: "Media probe",
  payload: Schema.Struct({ videoId: Uuid })
})
