import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import type { ActionQuery } from "./address.ts"
import { readDefinition } from "./definition/readDefinition.ts"
import { changeHere, readHere, selectHere } from "./localTools.ts"
import { runAction } from "./runAction.ts"
import { ScrapeFailed } from "./ScrapeFailed.ts"
import { ScraperTools } from "./ScraperTools.ts"
import { Trace } from "./Trace.ts"

const list = `<h1>Boats</h1><ul><li><a href="/1">Ada</a><b>Red</b></li><li><a href="/2">Ada</a><b></b></li></ul>`
const boat = `<h1>  Ada  </h1><p>5' 7"</p><i>150</i><time>Published: March 4, 2019</time><em>3 days</em>
  <u>red; blue;; red</u><s>one</s><s>two</s><a href="/crew/1">Mia</a><a href="/crew/2">Tom</a>`
const pages: Readonly<Record<string, string>> = {
  "https://harbor.example/find?q=night+boat%21": list,
  "https://harbor.example/boat/1": boat,
  "https://harbor.example/crew/1": "<h2>Captain Mia</h2>",
  "https://harbor.example/loop": `<a href="/loop">again</a>`
}

const file = (fields: string, key = "sceneByURL", more = "") => `name: Harbor
sceneByURL: [{action: scrapeXPath, url: [harbor], scraper: boat${key === "sceneByURL" ? more : ""}}]
sceneByQueryFragment: {action: scrapeXPath, queryURL: "{url}", scraper: boat}
sceneByName: {action: scrapeXPath, queryURL: "https://harbor.example/find?q={}", scraper: boat}
sceneByFragment: {action: scrapeXPath, queryURL: "https://harbor.example/boat/{oshash}", scraper: boat}
xPathScrapers:
  boat:
    common: {$link: //a, $links: //nothing}
    scene:
${fields.replace(/^/gm, "      ")}`

const run = async (fields: string, query: ActionQuery, key = "sceneByURL", more = "") => {
  const definition = Either.getOrThrow(readDefinition("harbor", file(fields, key, more)))
  const trace = new Trace()
  const asked: Array<string> = []
  const result = await Effect.runPromise(
    runAction(
      definition.actions.find((action) => action.key === key)!,
      query,
      (url) => {
        asked.push(url)
        const text = pages[url]
        return text === undefined
          ? new ScrapeFailed({ code: "fetch", reason: "The website cannot be reached." })
          : Effect.succeed({ url, bytes: Buffer.from(text), type: "text/html" })
      },
      trace
    ).pipe(
      Effect.provideService(ScraperTools, {
        read: readHere,
        select: selectHere,
        change: changeHere,
        javascript: (_code, value) =>
          Effect.succeed(value === "one" ? { value: "ONE" } : { problem: "The step failed." })
      }),
      Effect.either
    )
  )
  return { result: Either.merge(result as Either.Either<unknown, unknown>), asked, trace: trace.entries }
}
const one = { by: "url", url: "https://harbor.example/boat/1" } as const
const field = async (attribute: string) => {
  const { result } = await run(`Title: ${attribute}`, one)
  return (result as ReadonlyArray<{ fields: Record<string, string> }>)[0]?.fields["Title"]
}

describe("the values of a field", () => {
  it.each([
    ["//h1", "Ada"],
    ["{selector: //s, concat: ' & '}", "one & two"],
    ["{selector: //u, split: ;}", "red"],
    ["{selector: '//p', postProcess: [{feetToCm: true}]}", "170"],
    ["{selector: //i, postProcess: [{lbToKg: true}]}", "68"],
    ["{selector: //h1, postProcess: [{lbToKg: true}]}", "Ada"],
    ["{selector: //h1, postProcess: [{map: {Ada: Boat}}]}", "Boat"],
    ["{selector: //h1, postProcess: [{replace: [{regex: A, with: ' '}, {regex: ^d, with: D}]}]}", "Da"],
    [
      "{selector: //time, postProcess: [{replace: [{regex: '^Published: ', with: }]}, {parseDate: 'January 2, 2006'}]}",
      "2019-03-04"
    ],
    ["{selector: //time, parseDate: 2006-01-02}", "Published: March 4, 2019"],
    ["{selector: //s, postProcess: [{javascript: return value.toUpperCase()}]}", "ONE"],
    [
      "{selector: $link/@href, postProcess: [{subScraper: {selector: //h2, replace: [{regex: Captain, with: }]}}]}",
      "Mia"
    ],
    ["{fixed: 'on {inputHostname} at {inputURL}'}", "on harbor.example at https://harbor.example/boat/1"],
    ["//nothing", undefined]
  ])("evaluates the field %s", async (attribute, value) => expect(await field(attribute)).toBe(value))

  it("subtracts a number of days from today's date", async () => {
    const today = new Date().toISOString().slice(0, 10)
    const [now, early] = await Promise.all([
      field("{selector: //h1, postProcess: [{map: {Ada: ToDay}}, {parseDate: unix}]}"),
      field("{selector: //em, postProcess: [{replace: [{regex: '\\D', with: ''}]}, {subtractDays: true}]}")
    ])
    expect(now).toBe(today)
    expect(Date.parse(now!) - Date.parse(early!)).toBe(3 * 24 * 60 * 60 * 1_000)
  })
})

describe("runAction", () => {
  it("combines the n-th values of all selectors into one result", async () => {
    const { result } = await run(
      `Title: //h1\nURLs: $link/@href\nPerformers:\n  Name: $link\n  URL: $link/@href\nTags:\n  Name: {selector: //u, split: ;}\nStudio:\n  Name: //s`,
      one
    )
    expect(result).toMatchObject([
      {
        fields: { Title: "Ada" },
        urls: ["/crew/1", "/crew/2"],
        relations: {
          Performers: [
            { fields: { Name: "Mia", URL: "/crew/1" } },
            { fields: { Name: "Tom", URL: "/crew/2" } }
          ],
          Tags: [{ fields: { Name: "red" } }, { fields: { Name: " blue" } }, { fields: { Name: " red" } }],
          Studio: [{ fields: { Name: "one" } }]
        }
      }
    ])
  })

  it("keeps repeated values aligned with their search results", async () => {
    const { asked, result } = await run(
      "Title: //li/a\nURLs: //li/a/@href\nStudio: {Name: //li/a/@href}",
      { by: "name", name: "night boat!" },
      "sceneByName"
    )
    expect(asked).toEqual(["https://harbor.example/find?q=night+boat%21"])
    expect(result).toMatchObject([
      { fields: { Title: "Ada" }, urls: ["/1"], relations: { Studio: [{ fields: { Name: "/1" } }] } },
      { fields: { Title: "Ada" }, urls: ["/2"], relations: { Studio: [{ fields: { Name: "/2" } }] } }
    ])
  })

  it("fails if the item lacks a value that the URL template needs", async () => {
    const byHash = { by: "fragment", fragment: { title: "Ada" } } as const
    expect((await run("Title: //h1", byHash, "sceneByFragment")).result).toMatchObject({
      reason: "The scraper needs the item's oshash."
    })
    const found = await run("Title: //h1", { by: "fragment", fragment: { oshash: "1" } }, "sceneByFragment")
    expect(found.result).toMatchObject([{ fields: { Title: "Ada" } }])
  })

  it("requests a rewritten URL only if the definition rewrites URLs", async () => {
    const replace = `, queryURL: "https://harbor.example/boat/{url}", queryURLReplace: {url: [{regex: '.*/', with: ''}]}`
    const given = { by: "url", url: "https://harbor.example/old/1" } as const
    expect((await run("Title: //h1", given, "sceneByURL", replace)).asked).toEqual([
      "https://harbor.example/boat/1"
    ])
    expect((await run("Title: //h1", given)).asked).toEqual(["https://harbor.example/old/1"])
  })

  it("stops recursive sub-scrapers and adds a warning to the trace", async () => {
    const deep = (left: number): string =>
      `{selector: //a/@href${left === 0 ? "" : `, postProcess: [{subScraper: ${deep(left - 1)}}]`}}`
    const { asked, trace } = await run(`Title: ${deep(5)}`, { by: "url", url: "https://harbor.example/loop" })
    expect(asked).toHaveLength(4)
    expect(trace).toContainEqual(
      expect.objectContaining({ is: "warning", message: "Sub-scrapers are nested more than 3 levels deep." })
    )
  })
})
