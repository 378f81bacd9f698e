import { watch } from "vue"

/**
 * Says what a stream lacks although it plays, such as sound that cannot be decoded: once, when its picture is there.
 * The server tells the same at every question; only what is new is said again.
 */
export const useStreamWarnings = (
  warnings: () => ReadonlyArray<string>,
  isShown: () => boolean,
  say: (text: string) => void
): void => {
  const said = new Set<string>()
  watch(
    () => (isShown() ? warnings().join("\n") : ""),
    () => {
      if (!isShown()) return
      const fresh = warnings().filter((text) => !said.has(text))
      fresh.forEach((text) => said.add(text))
      if (fresh.length > 0) say(fresh.join(" · "))
    },
    { immediate: true }
  )
}
