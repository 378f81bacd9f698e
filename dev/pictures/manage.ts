import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@media/testkit/product/Launcher"
import type { Product } from "@media/testkit/product/Product"
import { member } from "@media/testkit/seed/Accounts"

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string; readonly title: string }>
}

/** Names of scrapers for fictional websites. */
const scrapers = ["Harbour Index", "Northern Films"]

export const putScrapers = (product: Product): void => {
  const folder = join(product.dataDir, "scrapers")
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  for (const name of scrapers) {
    const host = name.toLowerCase().replace(" ", "-")
    writeFileSync(
      join(folder, `${name.replace(" ", "")}.yml`),
      `name: ${name}\nsceneByURL: [{action: scrapeXPath, url: [${host}.example], scraper: page}]\n` +
        `performerByURL: [{action: scrapeXPath, url: [${host}.example/people], scraper: page}]\n` +
        "xPathScrapers: {page: {scene: {Title: //h1}, performer: {Name: //h1}}}\n"
    )
  }
}

const rules = [
  { name: "Short clips", kind: "video", text: "duration<60", actions: { addTags: ["Short"] } },
  { name: "Winter films", kind: "video", text: "winter", actions: { addTags: ["Winter"], isFavorite: true } },
  { name: "Check old scans", kind: "image", text: "", actions: { isOrganized: true }, isEnabled: false }
]
const requests = [
  { title: "The Lighthouse at World’s End", words: "The restored version with English subtitles." },
  { title: "Low Sun, the second album", link: "https://music.example/low-sun/ii" },
  { title: "Harbour Lights, season 3" }
]

/** Creates requests, rules, collections, sources and removed items, so that the administrator pages are not empty. */
export const administer = async (product: Product): Promise<void> => {
  const own = product.token
  const session = await product.data<{ accessToken: string }>("POST", "/api/auth/login", member)
  product.token = session.accessToken
  for (const request of requests) await product.data("POST", "/api/requests", request)
  product.token = own
  const { items: received } = await product.data<Listed>("GET", "/api/requests/received?state=open")
  const last = received.at(-1)
  if (last !== undefined)
    await product.data("PUT", `/api/requests/${last.id}/answer`, {
      answer: "declined",
      reply: "It is not out yet. I will add it in spring."
    })

  for (const rule of rules) await product.data("POST", "/api/rules", { libraryIds: null, ...rule })
  const { items: movies } = await product.data<Listed>("GET", "/api/video/movies?sort=title&perPage=50")
  for (const [at, name] of ["Rainy Sunday", "Watch with Grandma"].entries())
    await product.data("POST", "/api/collections", {
      name,
      itemIds: movies.slice(at * 5, at * 5 + 6).map(({ id }) => id)
    })
  await product.data("POST", "/api/stashbox-endpoints", {
    name: "Film fingerprints",
    url: "https://fingerprints.example/graphql",
    apiKey: "not-a-real-key"
  })
  await product.data("POST", "/api/plugins/packages", {
    source: "path",
    path: join(root, "docs/plugins/examples/lookup")
  })
  const { items: photos } = await product.data<Listed>("GET", "/api/images?sort=title&perPage=4")
  for (const { id } of photos.slice(0, 3)) await product.data("DELETE", `/api/images/${id}`)
}
