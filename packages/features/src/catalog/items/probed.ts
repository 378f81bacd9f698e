import type { AudioProbed } from "../../media/audio/events.ts"
import type { VideoProbed } from "../../media/videos/events.ts"

/**
 * The probe of each kind that has one. All name what lists read alike, as far as the kind has it: duration, width, height,
 * oshash; and a title or date that is the item's own from now on.
 */
export type ProbedEvent = typeof VideoProbed.Type | typeof AudioProbed.Type
