import type { SqlClient } from "@effect/sql/SqlClient"
import { HardwareEncoders } from "@media/media-tools/hardware/HardwareEncoders"
import type { HardwareEncoder } from "@media/media-tools/hardware/HardwareEncoder"
import * as Effect from "effect/Effect"
import { currentSettings } from "../../platform/settings/queries.ts"

/**
 * Returns the hardware encoder for playback: the configured encoder if it works on this machine, or the first working
 * encoder for `auto`. The encoder is chosen at each start of a conversion, so that a changed setting takes effect
 * immediately. The results of the encoder tests are cached.
 */
export const chosenHardware = Effect.gen(function* () {
  const { hardware_encoder: wanted } = yield* currentSettings
  if (wanted === "off") return undefined
  const findings = yield* (yield* HardwareEncoders).findings
  return findings.find(({ encoder, fault }) => fault === null && (wanted === "auto" || wanted === encoder))
    ?.encoder
})

/** Returns `chosenHardware` without its requirements. If the database does not respond, the CPU encodes. */
export const hardwareChoice: Effect.Effect<
  Effect.Effect<HardwareEncoder | undefined>,
  never,
  SqlClient | HardwareEncoders
> = Effect.map(Effect.context<SqlClient | HardwareEncoders>(), (context) =>
  chosenHardware.pipe(
    Effect.provide(context),
    Effect.catchAll((error) =>
      Effect.as(Effect.logWarning("the encoder setting could not be read", error), undefined)
    )
  )
)
