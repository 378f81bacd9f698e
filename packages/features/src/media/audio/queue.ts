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

/**
 * Returns the job that makes the waveform of a track. `isAskedFor` is true if a user is waiting for the waveform.
 * Otherwise, the job waits while viewers transcode and while more urgent jobs are queued.
 */
export const waveformOfTrack = ({ id, label, triggeredBy }: Subject, isAskedFor = false) =>
  enqueueItem(audioWaveform, {
    payload: { trackId: id },
    target: { type: "track", id, label: plainText(label) },
    priority: isAskedFor ? workOrder.requested : workOrder.waveforms,
    dedupeKey: id,
    triggeredBy
  })

/**
 * Returns the job that probes a track. At most one such job per track is queued. If the job is requested while it runs,
 * it runs again afterwards.
 */
export const trackProbeOf = (trackId: string, label: string, triggeredBy: string) =>
  enqueueItem(audioProbe, {
    payload: { trackId },
    target: { type: "track", id: trackId, label: plainText(label) },
    dedupeKey: trackId,
    triggeredBy
  })
