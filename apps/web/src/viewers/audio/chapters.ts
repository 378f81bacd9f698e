import { computed } from "vue"
import { translate } from "@/lib/messages"
import { adjacentChapter } from "@/viewers/chapters"
import { type NamedChapter, namedChapters } from "./namedChapters"
import { messages } from "./partMessages"
import { engine, seekTo, track } from "./player"

/** The chapters of the current track. Empty for most tracks. */
export const chapters = computed((): ReadonlyArray<NamedChapter> =>
  namedChapters(track.value?.chapters ?? [], (number) => translate(messages, "chapterNumber", { number }))
)
/** The index of the current chapter, or -1 before the first chapter. */
export const chapterIndex = computed(() =>
  chapters.value.findLastIndex(({ start }) => start <= engine().state.time + 0.05)
)
export const chapterNow = computed(() => chapters.value[chapterIndex.value])
/**
 * The title of the current chapter. The player shows this title instead of artist and album, because in an audiobook
 * the chapter matters more.
 */
export const chapterLine = computed(() => chapterNow.value?.title)

/** Seeks to the next or previous chapter. "Previous" first returns to the start of the current chapter. */
export const toChapter = (direction: 1 | -1): void => {
  const next = adjacentChapter(chapters.value, engine().state.time, direction)
  if (next) seekTo(next.start)
}
