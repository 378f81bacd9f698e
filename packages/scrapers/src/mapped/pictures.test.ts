import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { readDefinition } from "../definition/readDefinition.ts"
import { changeHere, readHere, selectHere } from "../localTools.ts"
import { runAction } from "../runAction.ts"
import { ScrapeFailed } from "../ScrapeFailed.ts"
import { ScraperTools } from "../ScraperTools.ts"
import type { Scraped } from "./Scraped.ts"

const tools = {
  read: readHere,
  select: selectHere,
  change: changeHere,
  javascript: () => Effect.succeed({})
}

/** Returns the first result for a page of a website that redirects `/old/1` to `/boats/1`. */
const scrape = async (
  kind: string,
  object: string,
  pages: Readonly<Record<string, string>>,
  engine = "XPath"
) => {
  const definition = Either.getOrThrow(
    readDefinition(
      "harbor",
      `name: Harbor
${kind}ByURL: [{action: scrape${engine}, url: [harbor], scraper: boat}]
${engine === "XPath" ? "xPath" : "json"}Scrapers: {boat: {${kind}: ${object}}}`
    )
  )
  const run = runAction(
    definition.actions[0]!,
    { by: "url", url: "https://harbor.example/old/1" },
    (asked) => {
      const url = asked.replace("/old/", "/boats/")
      const text = pages[url]
      return text === undefined
        ? new ScrapeFailed({ code: "fetch", reason: "The website cannot be reached." })
        : Effect.succeed({ url, bytes: Buffer.from(text), type: undefined })
    }
  ).pipe(Effect.provideService(ScraperTools, tools))
  const [first] = await Effect.runPromise(run)
  return first as Scraped
}
const page = (html: string) => ({ "https://harbor.example/boats/1": html })

it.each([
  ["scene", "{Title: //h1, Image: //img/@src}", "Image"],
  ["performer", "{Name: //h1, Image: //img/@src}", "Image"],
  ["group", "{Name: //h1, FrontImage: //img/@src}", "FrontImage"],
  ["group", "{Name: //h1, BackImage: //img/@src}", "BackImage"]
])("resolves a picture of a %s against the URL after redirects: %s", async (kind, object, field) => {
  for (const [src, expected] of [
    ["ada.jpg", "https://harbor.example/boats/ada.jpg"],
    ["../ada.jpg?w=1", "https://harbor.example/ada.jpg?w=1"],
    ["/ada big.jpg", "https://harbor.example/ada%20big.jpg"],
    ["//cdn.example/ada.jpg", "https://cdn.example/ada.jpg"],
    ["http://cdn.example/ada.jpg", "http://cdn.example/ada.jpg"],
    ["data:image/png;base64,AA==", "data:image/png;base64,AA=="]
  ]) {
    const { fields } = await scrape(kind, object, page(`<h1>Ada</h1><img src="${src}">`))
    expect(fields[field]).toBe(expected)
  }
})

it("resolves pictures of related results, such as performers and studios", async () => {
  const html = `<h1>Ada</h1><img src="a.jpg"><img src="/b.jpg">`
  const { relations } = await scrape(
    "scene",
    `{Title: //h1, Performers: {Name: //h1, Image: //img/@src}, Studio: {Name: //h1, Image: //img/@src},
      Groups: {Name: //h1, FrontImage: //img/@src}}`,
    page(html)
  )
  const a = "https://harbor.example/boats/a.jpg"
  expect(relations["Performers"]).toMatchObject([
    { fields: { Image: a } },
    { fields: { Image: "https://harbor.example/b.jpg" } }
  ])
  expect(relations["Studio"]).toMatchObject([{ fields: { Image: a } }])
  expect(relations["Groups"]).toMatchObject([{ fields: { FrontImage: a } }, {}])
  const group = await scrape("group", "{Name: //h1, Episodes: {Number: //h1, Image: //img/@src}}", page(html))
  expect(group.relations["Episodes"]).toMatchObject([{ fields: { Image: a } }, {}])
})

it("uses the base URL that the page declares", async () => {
  const image = async (base: string) => {
    const html = `<base href="${base}"><h1>Ada</h1><img src="ada.jpg">`
    return (await scrape("scene", "{Title: //h1, Image: //img/@src}", page(html))).fields["Image"]
  }
  expect(await image("/static/")).toBe("https://harbor.example/static/ada.jpg")
  expect(await image("https://cdn.example/x/")).toBe("https://cdn.example/x/ada.jpg")
  for (const base of ["javascript:1", "file:///etc/", "http://["])
    expect(await image(base)).toBe("https://harbor.example/boats/ada.jpg")
})

it("resolves a picture from a sub-scraper against the page of the sub-scraper", async () => {
  const pages = {
    ...page(`<h1>Ada</h1><a href="/crew/list/">crew</a><img src="own.jpg">`),
    "https://harbor.example/crew/list/": `<img src="mia.jpg">`
  }
  const sub = (more: string) =>
    `{Title: //h1, Image: {selector: //a/@href, postProcess: [{subScraper: //img/@src}${more}]}}`
  const crew = "https://harbor.example/crew/list/"
  expect((await scrape("scene", sub(""), pages)).fields["Image"]).toBe(`${crew}mia.jpg`)
  const replace = `, {replace: [{regex: "^", with: "https://cdn.example/"}]}`
  expect((await scrape("scene", sub(replace), pages)).fields["Image"]).toBe("https://cdn.example/mia.jpg")
})

it("resolves only picture fields in JSON and in fixed values", async () => {
  const pages = page(`{"title": "Ada", "image": "/ada.jpg"}`)
  expect(
    (await scrape("scene", "{Title: image, Code: {fixed: /x}, Image: image}", pages, "Json")).fields
  ).toEqual({
    Title: "/ada.jpg",
    Code: "/x",
    Image: "https://harbor.example/ada.jpg"
  })
  const { fields } = await scrape("scene", "{Title: title, Image: {fixed: /logo.png}}", pages, "Json")
  expect(fields["Image"]).toBe("https://harbor.example/logo.png")
})
