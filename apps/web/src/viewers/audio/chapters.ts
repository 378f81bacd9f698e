import { computed } from "vue"
import { translate } from "@/lib/messages"
import { adjacentChapter } from "@/viewers/chapters"
import { type NamedChapter, namedChapters } from "./namedChapters"
import { messages } from "./partMessages"
import { engine, seekTo, track } from "./player"

/** The chapters of the current track; most tracks have none. */
export const chapters = computed((): ReadonlyArray<NamedChapter> =>
  namedChapters(track.value?.chapters ?? [], (number) => translate(messages, "chapterNumber", { number }))
)
/** The index of the current chapter; -1 before the first. */
export const chapterIndex = computed(() =>
  chapters.value.findLastIndex(({ start }) => start <= engine().state.time + 0.05)
)
export const chapterNow = computed(() => chapters.value[chapterIndex.value])
/** Replaces artist and album, because the chapter of an audiobook matters more. */
export const chapterLine = computed(() => chapterNow.value?.title)

/** Jumps to the next or previous chapter. "Previous" first returns to the start of the current one. */
export const toChapter = (direction: 1 | -1): void => {
  const next = adjacentChapter(chapters.value, engine().state.time, direction)
  if (next) seekTo(next.start)
}
