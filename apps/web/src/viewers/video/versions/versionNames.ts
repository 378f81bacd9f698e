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
