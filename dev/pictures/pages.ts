import type { Product } from "@media/testkit/product/Product"

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string; readonly title?: string }>
}

export interface Shot {
  readonly name: string
  readonly path: string
  /** Milliseconds to wait after the page has loaded, for example until a player has started. */
  readonly after?: number
}

const idIn = async (product: Product, list: string, title = ""): Promise<string> => {
  const { items } = await product.data<Listed>("GET", `/api/${list}`)
  const found = items.find((item) => item.title === title) ?? items[0]
  if (found === undefined) throw new Error(`nothing in ${list}`)
  return found.id
}

/** Returns the name and path of every main page. Detail pages show items of the generated library. */
export const pagesOf = async (product: Product): Promise<ReadonlyArray<Shot>> => {
  const movie = await idIn(product, "video/movies?sort=title", "North of Winter")
  const series = await idIn(product, "video/series", "Lighthouse Keepers")
  const photo = await idIn(product, "images?sort=takenAt&order=desc")
  const gallery = await idIn(product, "galleries?status=ready", "Norway")
  const album = await idIn(product, "audio-libraries", "Low Sun")
  const book = await idIn(product, "books?sort=title", "The Quiet Harbour")
  return [
    { name: "home", path: "/" },
    { name: "movies", path: "/movies" },
    { name: "movie", path: `/movies/${movie}` },
    { name: "series-list", path: "/series" },
    { name: "series", path: `/series/${series}` },
    { name: "episode", path: `/episodes/${await idIn(product, "video/episodes")}` },
    { name: "videos", path: "/videos" },
    { name: "player", path: `/watch/${movie}`, after: 2_500 },
    { name: "photos", path: "/images/timeline" },
    { name: "photo-albums", path: "/galleries" },
    { name: "photo-album", path: `/galleries/${gallery}` },
    { name: "lightbox", path: `/images/timeline/${photo}`, after: 600 },
    { name: "music", path: "/albums" },
    { name: "album", path: `/albums/${album}` },
    { name: "artist", path: `/artists/${await idIn(product, "audio-artists")}` },
    { name: "tracks", path: "/audio" },
    { name: "books", path: "/books" },
    { name: "book", path: `/books/${book}` },
    { name: "book-series", path: "/books/series" },
    { name: "reader", path: `/books/${book}/read`, after: 1_500 },
    { name: "explore", path: "/explore" },
    { name: "people", path: "/people" },
    { name: "person", path: `/people/${await idIn(product, "performers")}` },
    { name: "browse", path: "/browse" },
    { name: "search", path: "/movies?q=harbour" },
    { name: "requests", path: "/requests" },
    { name: "account", path: "/account" },
    { name: "collections", path: "/collections" },
    { name: "collection", path: `/collections/${await idIn(product, "collections")}` },
    { name: "tags", path: "/tags" },
    { name: "studios", path: "/studios" },
    { name: "markers", path: "/markers" },
    { name: "transcripts", path: "/transcripts" },
    { name: "manage", path: "/admin" },
    { name: "operations", path: "/ops" },
    { name: "libraries", path: "/admin/libraries" },
    { name: "library", path: `/admin/libraries/${await idIn(product, "libraries")}` },
    { name: "users", path: "/admin/accounts" },
    { name: "received-requests", path: "/admin/requests" },
    { name: "duplicates", path: "/admin/duplicates" },
    { name: "identify", path: "/identify" },
    { name: "scrapers", path: "/scrapers" },
    { name: "scraper", path: "/scrapers/HarbourIndex" },
    { name: "stash-boxes", path: "/stash-boxes" },
    { name: "plugins", path: "/plugins" },
    { name: "rules", path: "/admin/rules" },
    { name: "naming", path: "/tools/naming" },
    { name: "storage", path: "/admin/storage" },
    { name: "settings", path: "/admin/settings" },
    { name: "settings-system", path: "/admin/settings/system" },
    { name: "trash", path: "/trash" },
    { name: "activity", path: "/activity" },
    { name: "empty-search", path: "/videos?q=nothing" },
    { name: "not-found", path: "/no/such/page" }
  ]
}
