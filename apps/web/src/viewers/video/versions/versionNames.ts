import type { Video } from "@media/features/media/videos/contract"
import { resolutionName } from "@/lib/format"
import { translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import { messages } from "./messages"

/** "Director's Cut · 4K" or, for a version about which nothing is known, its number. */
export const versionEntries = (versions: Video["work"]["versions"]): ReadonlyArray<MenuEntry> =>
  versions.map(({ height, id, label, width }, at) => ({
    id,
    label:
      [label, resolutionName(width, height)].filter(Boolean).join(" · ") ||
      translate(messages, "version", { number: at + 1 })
  }))

/** The version that a file belongs to: later parts are not versions themselves, but belong to the main one. */
export const versionPlaying = (
  { id, versions }: Pick<Video["work"], "id" | "versions">,
  fileId: string
): string => (versions.some((version) => version.id === fileId) ? fileId : id)
