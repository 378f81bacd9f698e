import { reserveCpuWhile } from "@media/jobs/CpuReservation"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"

/** The server's task that makes background jobs yield the CPU while it encodes for a viewer. */
export const viewersFirst = Effect.flatMap(HlsEngine, reserveCpuWhile)
