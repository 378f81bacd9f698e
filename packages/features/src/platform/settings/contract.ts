import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { HardwareEncoder } from "@media/media-tools/hardware/HardwareEncoder"
import { reportAll } from "@media/wire/ReportAll"
import { Ok } from "@media/wire/Envelope"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import * as Schema from "effect/Schema"

const bounded = (min: number, max: number) => {
  const message = () => `must be a whole number from ${min} to ${max}`
  return Schema.Number.annotations({ message }).pipe(
    Schema.int({ message }),
    Schema.between(min, max, { message })
  )
}

/** The settings of the instance, named as in the specification. */
export const Settings = Schema.Struct({
  default_playback_mode: Schema.Literal("direct", "hls"),
  /** Seconds between two trickplay frames. */
  trickplay_interval_seconds: bounded(1, 300),
  /** 5 is for the largest and finest frames. */
  trickplay_quality: bounded(1, 5),
  /** The stream encoder: the CPU (`off`), the first working hardware encoder, or a specific one if it works. */
  hardware_encoder: Schema.Literal("off", "auto", ...HardwareEncoder.literals),
  /** True if perceptual hashes of videos are computed in addition to the others: 16 seconds of CPU per 1080p video. */
  generate_phash: Schema.Boolean,
  /** True if trickplay frames are generated; existing ones stay. */
  generate_trickplay: Schema.Boolean,
  generate_preview_clips: Schema.Boolean,
  /** True if generated files are stored in the cache directory; if not, in a hidden folder next to the media. */
  metadata_storage_dedicated: Schema.Boolean,
  /** The number of concurrent jobs per queue. */
  background_worker_concurrency: bounded(1, 16),
  /**
   * The sandbox level that programs of others require: the best on this machine, or one that includes a filter of
   * system calls.
   */
  sandbox: Schema.Literal("best", "strong"),
  /** True if scrapers may run their scripts. Each must also be allowed itself. */
  allow_scripts: Schema.Boolean,
  /** True after the setup wizard was completed. Until then it can be resumed. */
  setup_completed: Schema.Boolean
}).annotations({ identifier: "Settings" })
export type Settings = typeof Settings.Type

export const defaultSettings: Settings = {
  default_playback_mode: "direct",
  trickplay_interval_seconds: 10,
  trickplay_quality: 2,
  hardware_encoder: "off",
  generate_phash: false,
  generate_trickplay: true,
  generate_preview_clips: true,
  metadata_storage_dedicated: true,
  background_worker_concurrency: 1,
  sandbox: "best",
  allow_scripts: false,
  setup_completed: false
}

export const SettingsPatch = reportAll(Schema.partialWith(Settings, { exact: true }))

export class SettingsGroup extends HttpApiGroup.make("settings")
  .add(HttpApiEndpoint.get("get", "/api/settings").addSuccess(Ok("SettingsResponse", Settings)))
  .middleware(RequireSession) {}

export class SettingsAdminGroup extends HttpApiGroup.make("settingsAdmin")
  .add(
    HttpApiEndpoint.patch("update", "/api/settings")
      .setPayload(SettingsPatch)
      .addSuccess(Ok("UpdateSettingsResponse", Settings))
  )
  .middleware(RequireAdmin) {}
