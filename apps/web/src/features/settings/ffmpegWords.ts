import type { SystemStatus } from "@media/features/platform/system/contract"
import type { Translate } from "@/lib/messages"
import type { messages } from "./messages"

/**
 * Returns the number of a release, such as "7.1.2". Returns undefined for other builds, such as
 * "N-47683-g0e8eb07980-static", because their version text is meaningless to users.
 */
const releaseOf = (version: string): string | undefined => /^n?(\d+(?:\.\d+)+)/.exec(version)?.[1]

export const ffmpegWords = (
  { source, version, warning }: NonNullable<SystemStatus["ffmpeg"]>,
  t: Translate<typeof messages.texts>
): string => {
  if (source === "bundled") return t("ffmpegBuiltIn")
  const release = releaseOf(version) ?? version
  if (warning !== null) return t("ffmpegOutdated", { version: release })
  return source === "configured" ? t("ffmpegConfigured", { version: release }) : release
}
