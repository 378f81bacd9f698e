import { computed, nextTick, type Ref } from "vue"
import { useRoute, useRouter } from "vue-router"

/**
 * Provides the open tab of the technical details, which is stored in the URL. The tab is undefined while the details
 * are closed.
 */
export const useTab = () => {
  const route = useRoute()
  const router = useRouter()
  const tab = computed({
    get: () => (typeof route.query["tab"] === "string" ? route.query["tab"] : undefined),
    set: (next) => {
      const { tab: _before, ...rest } = route.query
      void router.replace({ query: next === undefined ? rest : { ...rest, tab: next } })
    }
  })
  return {
    tab,
    /** Opens a tab and scrolls it into view. */
    show: async (part: "file" | "history", element: Readonly<Ref<HTMLElement | null>>): Promise<void> => {
      const { tab: _before, ...rest } = route.query
      await router.replace({ query: { ...rest, tab: part } })
      await nextTick()
      element.value?.scrollIntoView({ block: "start" })
    }
  }
}
