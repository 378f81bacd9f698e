import { computed } from "vue"
import { useRoute } from "vue-router"
import { listBehind, positionBehind } from "@/viewers/listBehind"

/**
 * Provides the list from which the video was opened, and the position of the video in that list. Both values come from
 * the URL or from the page that was open before. An unknown value is undefined.
 */
export const usePlayedList = () => {
  const route = useRoute()
  const behind = listBehind()
  const positionBefore = positionBehind()
  const list = computed(() => {
    const named = route.query["list"]
    return typeof named === "string" ? named : behind
  })
  const at = computed(() => {
    if (route.query["at"] === undefined) return route.query["list"] === undefined ? positionBefore : undefined
    const position = Number(route.query["at"])
    return Number.isInteger(position) && position >= 0 ? position : undefined
  })
  return { list, at }
}
