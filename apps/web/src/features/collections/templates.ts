import { defineMessages, translate } from "@/lib/messages"

const messages = defineMessages("collections.templates", {
  loved: "Short and loved",
  poster: "Without tags",
  recent: "Recently added",
  unorganized: "Not organized",
  unwatched: "Unwatched movies"
})

/** Suggested rules for a new collection. */
const texts = {
  unwatched: "type:movie is:unwatched sort:-added",
  recent: "added:30d sort:-added",
  loved: "type:(movie, episode, video) duration<30m is:favorite sort:random",
  poster: "no:tag sort:title",
  unorganized: "-is:organized sort:title"
} as const

export const templates = (): ReadonlyArray<{ readonly label: string; readonly text: string }> =>
  (Object.keys(texts) as ReadonlyArray<keyof typeof texts>).map((key) => ({
    label: translate(messages, key),
    text: texts[key]
  }))
