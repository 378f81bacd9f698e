const sites: ReadonlyArray<readonly [RegExp, string]> = [
  [/imdb\.com\/(?:[a-z]{2}\/)?title\/(tt\d{5,10})/i, "imdb"],
  [/themoviedb\.org\/(?:movie|tv)\/(\d{1,12})/i, "tmdb"],
  [/thetvdb\.com\/(?:[^\s]{0,60}[?&]id=|dereferrer\/(?:series|movie|episode)\/)(\d{1,12})/i, "tvdb"],
  [/tvmaze\.com\/shows\/(\d{1,12})/i, "tvmaze"],
  [/anidb\.net\/(?:anime\/|a)(\d{1,12})/i, "anidb"],
  [/anilist\.co\/anime\/(\d{1,12})/i, "anilist"],
  [/myanimelist\.net\/anime\/(\d{1,12})/i, "mal"]
]

/** Returns the ids in the URLs in `text`, because an NFO file may contain nothing except the URL of a page. */
export const idsOfAddresses = (text: string): Readonly<Record<string, string>> => {
  const ids: Record<string, string> = {}
  for (const [pattern, key] of sites) {
    const [, id] = pattern.exec(text) ?? []
    if (id !== undefined) ids[key] = id
  }
  return ids
}
