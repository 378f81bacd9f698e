/** Conditions that select the items of a list page in the web app, keyed by page. */
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

/** Matches `sort:` and `limit:` terms, which must not be inside parentheses. */
const modifiers = /(?<=^|\s)(?:sort|limit):\S+/gi

export const textOfPage = (page: string, text: string): string => {
  const condition = kindsOfPages[page]
  if (condition === undefined) return text
  const rest = text.replaceAll(modifiers, "").trim()
  return [condition, rest === "" ? "" : `(${rest})`, ...(text.match(modifiers) ?? [])]
    .filter((part) => part !== "")
    .join(" ")
}
