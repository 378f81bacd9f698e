import { addMember } from "@media/testkit/seed/Accounts"
import { putAudio, putBooks, putImages } from "@media/testkit/seed/SampleFiles"
import { putVideo, putVideos, titles } from "@media/testkit/seed/SampleVideos"
import type { Product } from "@media/testkit/product/Product"
import { eventually } from "@media/testkit/product/Time"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const pages = new URL("../../../apps/web/src/", import.meta.url).pathname

/**
 * Creates a member, and a library with files of every kind, including an unplayable file. Returns the id of the
 * library.
 */
export const fillEverything = async (product: Product): Promise<string> => {
  await putVideos(product.media, ["plain", "webm", "corrupt"])
  await putVideo(product.media, "foreign", "Harbor Lights/Season 1/Harbor Lights - S01E01 - Pilot.mp4")
  await putVideo(product.media, "tall", "Dunes (2021)/Dunes (2021).mp4")
  await putImages(product.media)
  await putAudio(product.media)
  putBooks(product.media, product.media)
  const contents = ["videos", "images", "audio", "books"] as const
  const library = await product.addLibrary({ name: "Everything", contents, folder: product.media })
  await eventually("the scan begins", async () => (await product.videoId(titles.webm)) !== "", 60_000)
  await addMember(product)
  await product.isScanned()
  return library
}

export interface EveryPage {
  /** Id of a playable video that was watched halfway. */
  readonly video: string
  /** Pages that show their title in the page frame. */
  readonly framed: ReadonlyArray<string>
  /** Pages without the navigation. */
  readonly bare: ReadonlyArray<string>
  /** Addresses that show other states of these pages, with additional text. */
  readonly states: ReadonlyArray<string>
  /** Pages for users who are not signed in. */
  readonly signedOut: ReadonlyArray<string>
}

/** Returns the address of every page of the web app, for a product that was filled by `fillEverything`. */
export const everyPage = async (product: Product, library: string): Promise<EveryPage> => {
  const firstOf = (list: string): Promise<string> =>
    eventually(
      list,
      async () =>
        (await product.data<{ items: ReadonlyArray<{ id: string }> }>("GET", `/api/${list}`)).items[0]?.id
    )
  const video = await product.videoId(titles.plain)
  const gallery = await firstOf("galleries?status=ready")
  const series = await firstOf("video/series")
  const torn = await product.videoId(titles.corrupt)
  await product.data("PUT", `/api/videos/${video}/progress`, { position: 20, duration: 40 })
  await product.data("POST", `/api/videos/${video}/markers`, { title: "The middle", start: 20 })
  await product.data("PATCH", `/api/videos/${video}`, {
    performers: [{ name: "Ingrid Bergman", character: "Ilsa" }, "Cary Grant"],
    studio: "Harbor Films",
    tags: ["Noir", "Black and white"]
  })
  const scrapers = join(product.dataDir, "scrapers")
  mkdirSync(scrapers, { recursive: true })
  writeFileSync(
    join(scrapers, "Harbor.yml"),
    "name: Harbor\ncolor: red\nsceneByURL: [{action: scrapeXPath, url: [harbor.example], scraper: boat}]\n" +
      "xPathScrapers: {boat: {scene: {Title: //h1}}}\n"
  )
  const { id: collection } = await product.data<{ id: string }>("POST", "/api/collections", {
    name: "Evenings",
    itemIds: [video]
  })
  return {
    video,
    framed: [
      "/",
      ...["/videos", "/videos?view=table", "/videos?q=nothing", "/videos?watched=no"],
      ...["/galleries", "/images", "/images/timeline", "/audio", "/books", "/books/series", "/books/authors"],
      `/galleries/${gallery}`,
      ...[`/videos/${video}`, `/videos/${torn}`],
      `/images/${await firstOf("images")}`,
      `/audio/${await firstOf("audio-tracks")}`,
      ...["/movies", `/movies/${await firstOf("video/movies")}`],
      ...["/series", `/series/${series}`, `/series/${series}/season/1`],
      ...["/seasons", `/seasons/${await firstOf("video/seasons")}`],
      `/episodes/${await firstOf("video/episodes")}`,
      ...["/albums", "/artists", `/artists/${await firstOf("audio-artists")}`],
      `/albums/${await firstOf("audio-libraries")}`,
      `/books/${await firstOf("books")}`,
      `/books/series/${await firstOf("book-series")}`,
      `/books/authors/${await firstOf("authors")}`,
      ...["/admin", "/admin/libraries", `/admin/libraries/${library}`],
      ...["/admin/accounts", "/admin/duplicates", "/admin/storage"],
      ...["/admin/settings", "/admin/settings/jobs", "/admin/settings/system"],
      ...["/activity", "/trash", "/tools/naming"],
      ...["/browse", "/explore", "/markers"],
      ...["/people", "/people?view=table", `/people/${await firstOf("performers")}`],
      ...["/studios", `/studios/${await firstOf("studios")}`],
      ...["/tags", "/tags/tree", "/studios/tree", `/tags/${await firstOf("tags")}`],
      ...["/transcripts", "/transcripts?q=nothing"],
      ...["/ops", `/ops/runs/${await firstOf("jobs?status=failed")}`, "/ops/queues/media-probe"],
      ...["/requests", "/admin/requests", "/admin/rules"],
      ...["/identify", "/scrapers", "/scrapers/Harbor", "/stash-boxes", "/plugins"],
      ...["/collections", `/collections/${collection}`],
      ...["/account", "/whats-new", "/forbidden", "/no/such/page"]
    ],
    bare: [
      `/galleries/${gallery}/i/${await firstOf(`galleries/${gallery}/images`)}`,
      `/galleries/${gallery}/read`,
      `/images/${await firstOf("images")}/view`,
      `/images/timeline/${await firstOf("images")}`,
      `/watch/${video}`,
      `/watch/${torn}`,
      `/play/collection/${collection}`,
      `/books/${await firstOf("books?q=Signal")}/read`,
      "/setup?step=library"
    ],
    states: [...[`/videos/${video}?tab=file`, `/videos/${torn}?tab=jobs`], ...["/setup?step=scan"]],
    signedOut: ["/login"]
  }
}

const kindsPath = (folder: string): ReadonlyArray<string> => {
  const list = /list: "([^"]+)"/.exec(readFileSync(join(folder, "kind.ts"), "utf8"))?.[1]
  return [`/${list}`, `/${list}/:id`]
}

/** Returns the paths of the web app according to its routers. Excludes paths that exist only in development. */
export const routePaths = (): ReadonlyArray<string> => {
  const files = readdirSync(join(pages, "features"), { withFileTypes: true }).flatMap(({ name }) =>
    readdirSync(join(pages, "features", name)).includes("routes.ts") ? [join("features", name)] : []
  )
  return files.flatMap((folder) => {
    const text = readFileSync(join(pages, folder, "routes.ts"), "utf8")
    // A relative path in the routes of a kind is below the page of an item.
    let parent = text.includes("kindRoutes(") ? (kindsPath(join(pages, folder))[1] ?? "") : ""
    const written = [...text.matchAll(/\bpath: "([^"]*)"(?!, redirect: ")/g)].map(([, path = ""]) => {
      if (path.startsWith("/")) parent = path
      return path.startsWith("/") ? path : `${parent}/${path}`
    })
    return text.includes("kindRoutes(") ? [...written, ...kindsPath(join(pages, folder))] : written
  })
}

/** Returns the paths that match none of the given addresses. */
export const unvisited = (paths: ReadonlyArray<string>, at: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => {
    const pattern = new RegExp(
      `^${path.replace(/\/:\w+\?/g, "(?:/[^/?]+)?").replace(/:\w+/g, "[^/?]+")}(?:\\?|$)`
    )
    return !at.some((address) => pattern.test(address))
  })
