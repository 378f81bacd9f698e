import { defineMessages, translate } from "@/lib/messages"

const messages = defineMessages("collections.templates", {
  identify: "Not identified",
  loved: "Short favorites",
  poster: "Missing poster",
  recent: "Recently added",
  tags: "Without tags",
  unorganized: "Not organized",
  unwatched: "Unwatched movies"
})

/** The queries of suggested rules for a new collection. */
const texts = {
  unwatched: "type:movie is:unwatched sort:-added",
  recent: "added:30d sort:-added",
  loved: "type:(movie, episode, video) duration<30m is:favorite sort:random",
  poster: "type:(movie, series) -has:poster sort:title",
  identify: "type:(movie, series, video) -is:identified sort:-added",
  unorganized: "-is:organized sort:title",
  tags: "no:tag sort:title"
} as const

export const templates = (): ReadonlyArray<{ readonly label: string; readonly text: string }> =>
  (Object.keys(texts) as ReadonlyArray<keyof typeof texts>).map((key) => ({
    label: translate(messages, key),
    text: texts[key]
  }))
