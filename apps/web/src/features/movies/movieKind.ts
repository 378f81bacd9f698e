import { Clapperboard } from "@lucide/vue"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"

/**
 * Describes movies, which are videos with pages of their own. The description is not in a `kind.ts`, because movies are
 * not a separate kind.
 */
export const movieKind: KindInfo = {
  kind: "video",
  contents: "videos",
  position: 8,
  routes: { list: "movies", detail: "movie" },
  words: kindWords(defineMessages("movies.kind", { title: "Movies", one: "movie", many: "movies" })),
  icon: Clapperboard,
  key: "f"
}
