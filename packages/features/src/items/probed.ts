import type { VideoProbed } from "../videos/events.ts"

/** The probe of each kind that has one. All name what lists read alike: duration, width, height, oshash. */
export type ProbedEvent = typeof VideoProbed.Type
