import type { Settings } from "@media/features/platform/settings/contract"

/** As their makers call them: no words to translate. */
export const encoderNames: Readonly<Record<Exclude<Settings["hardware_encoder"], "off" | "auto">, string>> = {
  nvenc: "NVIDIA NVENC",
  qsv: "Intel Quick Sync",
  vaapi: "VA-API",
  videotoolbox: "Apple VideoToolbox"
}
