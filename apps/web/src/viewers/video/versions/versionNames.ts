import type { Video } from "@media/features/media/videos/contract"
import { resolutionName } from "@/lib/format"
import { translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import { messages } from "./messages"

/**
 * Returns the menu entries of versions, such as "Director's Cut · 4K". A version without a label and a resolution gets
 * its number.
 */
export const versionEntries = (versions: Video["work"]["versions"]): ReadonlyArray<MenuEntry> =>
  versions.map(({ height, id, label, width }, at) => ({
    id,
    label:
      [label, resolutionName(width, height)].filter(Boolean).join(" · ") ||
      translate(messages, "version", { number: at + 1 })
  }))

/**
 * Returns the version to which a file belongs. Later parts are not versions themselves. They belong to the main
 * version.
 */
export const versionPlaying = (
  { id, versions }: Pick<Video["work"], "id" | "versions">,
  fileId: string
): string => (versions.some((version) => version.id === fileId) ? fileId : id)
