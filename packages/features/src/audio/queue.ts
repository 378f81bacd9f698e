import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const audioProbe = queue({
  name: "audio-probe",
  label: "Audio probe",
  payload: Schema.Struct({ trackId: Uuid })
})

/** At most one probe of a track waits; a change during a probe has it done again. */
export const trackProbeOf = (trackId: string, label: string, triggeredBy: string) =>
  enqueueItem(audioProbe, {
    payload: { trackId },
    target: { type: "track", id: trackId, label: plainText(label) },
    dedupeKey: trackId,
    triggeredBy
  })
