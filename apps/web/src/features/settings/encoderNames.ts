import type { Settings } from "@media/features/platform/settings/contract"

/** Product names of the encoders, which are not translated. */
export const encoderNames: Readonly<Record<Exclude<Settings["hardware_encoder"], "off" | "auto">, string>> = {
  nvenc: "NVIDIA NVENC",
  qsv: "Intel Quick Sync",
  vaapi: "VA-API",
  videotoolbox: "Apple VideoToolbox"
}
