/** The items on a list page of the web app, as a condition of the filter language. */
const kindsOfPages: Readonly<Record<string, string>> = {
  movies: "kind:movie",
  videos: "kind:(movie, episode, video)",
  series: "kind:series",
  seasons: "kind:season",
  images: "kind:image",
  galleries: "kind:gallery",
  audio: "kind:track",
  albums: "kind:album",
  books: "kind:book"
}

/** Modifiers of a text, such as `sort:` and `limit:`, which must stay outside of parentheses. */
const modifiers = /(?<=^|\s)(?:sort|limit):\S+/gi

export const textOfPage = (page: string, text: string): string => {
  const condition = kindsOfPages[page]
  if (condition === undefined) return text
  const rest = text.replaceAll(modifiers, "").trim()
  return [condition, rest === "" ? "" : `(${rest})`, ...(text.match(modifiers) ?? [])]
    .filter((part) => part !== "")
    .join(" ")
}
