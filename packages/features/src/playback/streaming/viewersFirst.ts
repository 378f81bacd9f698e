import { reserveCpuWhile } from "@media/jobs/CpuReservation"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"

/** What a server does beside its requests: while it encodes for a viewer, background jobs leave it the processor. */
export const viewersFirst = Effect.flatMap(HlsEngine, reserveCpuWhile)
