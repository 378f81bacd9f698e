import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const audioProbe = queue({
  name: "audio-probe",
  label: "Audio probe",
  payload: Schema.Struct({ trackId: Uuid })
})

export const audioWaveform = queue({
  name: "audio-waveform",
  label: "Audio waveform",
  payload: Schema.Struct({ trackId: Uuid })
})

interface Subject {
  readonly id: string
  readonly label: string
  readonly triggeredBy: string
}

/** The waveform of a track. Yields to viewers, and to work that a person waits for (`isAskedFor`). */
export const waveformOfTrack = ({ id, label, triggeredBy }: Subject, isAskedFor = false) =>
  enqueueItem(audioWaveform, {
    payload: { trackId: id },
    target: { type: "track", id, label: plainText(label) },
    priority: isAskedFor ? workOrder.requested : workOrder.waveforms,
    dedupeKey: id,
    triggeredBy
  })

/** At most one probe of a track waits. If the file changes during a probe, the probe runs again. */
export const trackProbeOf = (trackId: string, label: string, triggeredBy: string) =>
  enqueueItem(audioProbe, {
    payload: { trackId },
    target: { type: "track", id: trackId, label: plainText(label) },
    dedupeKey: trackId,
    triggeredBy
  })
