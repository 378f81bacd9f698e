/** The base path of the catalog. Users enter `/opds` in reading apps. */
export const CATALOG = "/opds"
/** The base path of the OPDS 2.0 catalog. */
export const CATALOG_2 = "/opds/v2"

export const types = {
  navigation: "application/atom+xml;profile=opds-catalog;kind=navigation",
  acquisition: "application/atom+xml;profile=opds-catalog;kind=acquisition",
  entry: "application/atom+xml;type=entry;profile=opds-catalog",
  search: "application/opensearchdescription+xml",
  json: "application/opds+json"
} as const

export const rels = {
  acquisition: "http://opds-spec.org/acquisition",
  image: "http://opds-spec.org/image",
  thumbnail: "http://opds-spec.org/image/thumbnail",
  newest: "http://opds-spec.org/sort/new",
  facet: "http://opds-spec.org/facet",
  stream: "http://vaemendis.net/opds-pse/stream"
} as const

type Query = Readonly<Record<string, string | number | undefined>>

/** Returns a path below a catalog, with `query` encoded as its query string. */
export const addressIn = (catalog: string, path: string, query: Query = {}): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(String(value).toWellFormed())}`]
  )
  return `${catalog}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`
}

export const address = (path: string, query: Query = {}): string => addressIn(CATALOG, path, query)

/**
 * Returns the address of a page for apps that report reading progress themselves. Requests for these pages do not count
 * as reading, because such apps also load pages ahead, or whole books.
 */
export const quietPage = (bookId: string, page: number): string =>
  address(`/books/${bookId}/pages/${page}`, { progress: "no" })

/** True if the request has the parameter `progress=no`. */
export const isQuiet = (target: string | undefined): boolean =>
  new URL(target ?? "", "http://server").searchParams.get("progress") === "no"

/** Encodes all characters that RFC 5987 does not allow. */
const nameInHeader = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)

/**
 * Returns the `Content-Disposition` header of a download, as in RFC 6266: an ASCII name for old clients, and the real
 * name for all others (RFC 5987).
 */
export const attachment = (fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  return `attachment; filename="${plain}"; filename*=UTF-8''${nameInHeader(fileName)}`
}
