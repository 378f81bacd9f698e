/** Names that are already used for the ids of other databases. */
const TAKEN = new Set(["imdb", "tmdb", "tvdb", "anidb", "anilist", "tvmaze", "stashbox"])
const MOST = 18

/**
 * Returns the name under which the ids of a stash-box are stored in `externalIds`, such as `stashdb` for
 * https://stashdb.org/graphql. The name is derived from the URL, so that stored ids become valid again if a removed
 * stash-box is added again. A number is appended if the name is taken.
 */
export const freeIdName = (url: string, taken: ReadonlySet<string>): string => {
  const { hostname } = new URL(url)
  const labels = hostname.split(".")
  const named = /^[\d.]+$|:/.test(hostname) || labels.length === 1 ? labels : labels.slice(0, -1)
  const plain = named
    .filter((label, at) => at > 0 || label !== "www")
    .join("")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, MOST)
  const base = plain === "" ? "box" : plain
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}${n}`
    if (!taken.has(name) && !TAKEN.has(name)) return name
  }
}
