import type { EntityDetail, EntityKind } from "../entityKinds"

/** A link to the entity's page on another website. `to` is undefined for ids from an unknown source. */
export interface EntityLink {
  readonly label: string
  readonly to?: string
}

const pages: Readonly<Record<string, Partial<Record<EntityKind, (id: string) => string>>>> = {
  imdb: {
    performer: (id) => `https://www.imdb.com/name/${id}/`,
    studio: (id) => `https://www.imdb.com/company/${id}/`
  },
  tmdb: {
    performer: (id) => `https://www.themoviedb.org/person/${id}`,
    studio: (id) => `https://www.themoviedb.org/company/${id}`
  },
  tvdb: { performer: (id) => `https://thetvdb.com/people/${id}` },
  wikidata: {
    performer: (id) => `https://www.wikidata.org/wiki/${id}`,
    studio: (id) => `https://www.wikidata.org/wiki/${id}`,
    tag: (id) => `https://www.wikidata.org/wiki/${id}`,
    author: (id) => `https://www.wikidata.org/wiki/${id}`
  },
  musicbrainz: {
    performer: (id) => `https://musicbrainz.org/artist/${id}`,
    studio: (id) => `https://musicbrainz.org/label/${id}`
  }
}
const names: Readonly<Record<string, string>> = {
  imdb: "IMDb",
  tmdb: "TMDB",
  tvdb: "TheTVDB",
  wikidata: "Wikidata",
  musicbrainz: "MusicBrainz"
}

/**
 * Returns the host of an HTTP or HTTPS URL, or undefined for any other value. Other values never become links, because
 * they come from users and other servers and could run scripts.
 */
const hostOf = (address: string): string | undefined => {
  try {
    const { host, protocol } = new URL(address)
    return protocol === "http:" || protocol === "https:" ? host.replace(/^www\./, "") : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns a link for the id that an external source assigned to the entity. If the source is the GraphQL endpoint of a
 * stash-box, such as https://stashdb.org/graphql, its website has pages such as /performers/ID.
 */
const linkOfId = (kind: EntityKind, source: string, id: string): EntityLink => {
  const known = pages[source.toLowerCase()]?.[kind]
  const name = names[source.toLowerCase()] ?? source
  if (known !== undefined) return { label: name, to: known(encodeURIComponent(id)) }
  const host = hostOf(source)
  if (host === undefined || !/\/graphql\/?$/.test(source)) return { label: `${name}: ${id}` }
  return { label: host, to: `${new URL(source).origin}/${kind}s/${encodeURIComponent(id)}` }
}

export const linksOf = (kind: EntityKind, entity: EntityDetail): ReadonlyArray<EntityLink> => {
  const urls = (entity["urls"] ?? []) as ReadonlyArray<string>
  return [
    ...urls.map((url) => {
      const host = hostOf(url)
      return host === undefined ? { label: url } : { label: host, to: url }
    }),
    ...Object.entries(entity.externalIds).map(([source, id]) => linkOfId(kind, source, id))
  ]
}
