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

/** The settings of the server. The specification defines the names of the fields. */
export const Settings = Schema.Struct({
  default_playback_mode: Schema.Literal("direct", "hls"),
  /** Interval between two trickplay frames in seconds. */
  trickplay_interval_seconds: bounded(1, 300),
  /** Quality of trickplay frames from 1 to 5. 5 means the largest and best frames. */
  trickplay_quality: bounded(1, 5),
  /**
   * The encoder for streams: `off` for the CPU, `auto` for the first hardware encoder that works, or a specific
   * hardware encoder, which is used if it works.
   */
  hardware_encoder: Schema.Literal("off", "auto", ...HardwareEncoder.literals),
  /** True if the server computes perceptual hashes of videos, which takes 16 seconds of CPU time per 1080p video. */
  generate_phash: Schema.Boolean,
  /** True if the server generates trickplay frames. Existing frames are kept when the setting is turned off. */
  generate_trickplay: Schema.Boolean,
  generate_preview_clips: Schema.Boolean,
  /**
   * True if generated files are stored in the cache directory. Otherwise, they are stored in a hidden folder next to
   * the media.
   */
  metadata_storage_dedicated: Schema.Boolean,
  /** Maximum number of concurrent jobs per queue. */
  background_worker_concurrency: bounded(1, 16),
  /**
   * The sandbox in which third-party programs must run. `best` accepts the best sandbox that this machine supports.
   * `strong` requires a sandbox with a system call filter.
   */
  sandbox: Schema.Literal("best", "strong"),
  /** True if scrapers may run scripts. Each scraper must also be allowed individually. */
  allow_scripts: Schema.Boolean,
  /** True if the setup wizard was completed. Until then, an administrator can resume the wizard. */
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
