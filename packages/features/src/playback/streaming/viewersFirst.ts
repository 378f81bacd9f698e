import { reserveCpuWhile } from "@media/jobs/CpuReservation"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"

/** A server's task: while it encodes for a viewer, background jobs yield the CPU. */
export const viewersFirst = Effect.flatMap(HlsEngine, reserveCpuWhile)
