import type { Ref } from "vue"
import { translate } from "@/lib/messages"
import { useShortcuts } from "@/lib/shortcuts"
import { messages } from "./messages"

/**
 * Binds keyboard shortcuts for the episodes in `list`. The up and down keys move the focus between episodes, and `w`
 * marks the focused episode as watched. Enter plays the focused episode, because the focus is on a link. If no episode
 * has the focus, the down key focuses the next episode to watch.
 */
export const useEpisodeKeys = (
  list: Readonly<Ref<HTMLElement | null>>,
  next: () => string | undefined,
  watch: (id: string) => void
): void => {
  const links = (): ReadonlyArray<HTMLElement> => [
    ...(list.value?.querySelectorAll<HTMLElement>("[data-episode]") ?? [])
  ]
  const focused = (): HTMLElement | undefined =>
    document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-episode]") ?? undefined
  const move = (step: 1 | -1): boolean => {
    const all = links()
    const now = focused()
    const at = now === undefined ? -1 : all.indexOf(now)
    if (at < 0 && (step < 0 || document.activeElement !== document.body)) return false
    const to = at < 0 ? (all.find((link) => link.dataset["episode"] === next()) ?? all[0]) : all[at + step]
    if (to === undefined) return false
    to.focus({ preventScroll: true })
    to.scrollIntoView({ block: "nearest" })
    return true
  }
  useShortcuts("Lists", [
    { keys: ["ArrowDown"], label: translate(messages, "keyDown"), run: () => move(1) },
    { keys: ["ArrowUp"], label: translate(messages, "keyUp"), run: () => move(-1) },
    {
      keys: ["w"],
      label: translate(messages, "keyWatched"),
      run: () => {
        const id = focused()?.dataset["episode"]
        if (id === undefined || !list.value?.contains(document.activeElement)) return false
        watch(id)
        return true
      }
    }
  ])
}
