import type { Video } from "@media/features/media/videos/contract"
import { computed, shallowRef } from "vue"
import { useRoute } from "vue-router"
import { resumedPart } from "./parts"
import { isExactVersion, requestedStart } from "./watchRoute"

/**
 * Finds the file of a work to play instead of the opened file: the preferred version, or the part that contains the
 * user's position. `settle` keeps the opened file from then on, so that playback does not switch files by itself.
 */
export const useFileInstead = (id: () => string, video: () => Video | undefined) => {
  const route = useRoute()
  const settled = shallowRef("")
  const preferred = ({ work }: Video): string | undefined =>
    !isExactVersion(route.query) && work.id === id() && work.preferredId !== id()
      ? work.preferredId
      : undefined
  const resumed = ({ workParts }: Video): string | undefined => {
    const part = workParts?.id === id() ? resumedPart(workParts) : undefined
    return requestedStart(route.query) === undefined && part !== id() ? part : undefined
  }
  /** The id of the other file. Undefined if the opened file is the right one. */
  const instead = computed(() => {
    const opened = video()
    if (opened?.id !== id() || settled.value === id()) return undefined
    return preferred(opened) ?? resumed(opened)
  })
  return { instead, settle: (): void => void (settled.value = id()) }
}
