import { expect, it } from "vitest"
import { named, runFile as run } from "./testing/runFile.ts"

// The files and pages are our own. They use the kinds of selectors, replacements and addresses that community files
// use.

const registry = `name: Registry
sceneByFragment:
  action: scrapeXPath
  queryURL: https://registry.example/boat/?q={filename}
  queryURLReplace:
    filename:
      - {regex: '\\[.*?\\]|\\(.*?\\)|\\d\\d|\\..*', with: }
      - {regex: '\\-|\\_', with: " "}
      - {regex: \\s+, with: "%20"}
  scraper: boat
sceneByName:
  action: scrapeXPath
  queryURL: https://registry.example/find/?q={}&kind=boat
  scraper: list
sceneByQueryFragment: {action: scrapeXPath, queryURL: "{url}", scraper: boat}
sceneByURL:
  - {action: scrapeXPath, url: ["https://registry.example/trip/"], scraper: trip}
  - {action: scrapeXPath, url: ["https://registry.example/boat/"], scraper: boat}
performerByURL: [{action: scrapeXPath, url: ["https://registry.example"], scraper: sailor}]
xPathScrapers:
  list:
    scene:
      Title: //td[@class="name"]/a
      URL: {selector: '//td[@class="name"]/a/@href', postProcess: [{replace: [{regex: ^, with: "https://registry.example"}]}]}
      Image: //td[@class="photo wide"]//img/@src
  trip:
    scene:
      Title:
        selector: //div[@id="page"]//h1[@class="trip"]
        postProcess: [{replace: [{regex: "^.{0,7}", with: ""}, {regex: '\\- \\d+ \\-', with: "/"}]}]
      Date: //div[@id="page"]//span[@itemprop="date"]/@content
  boat:
    common:
      $info: //div[@class="box info"]
      $name: //div[@class="box info"]//div[@id="pane"]//span[@itemprop="name"]
      $other: //div[@class="box info"]//div[@id="pane"]//tr[contains(@class, "official checked") and contains(.//span, 'en')]//label
      $crew: //div[@id="crew"]//div[contains(@class, 'captain') or contains(@class, 'first mate')]//div[@itemprop="sailor"]
    scene:
      Details: {selector: '//div[@itemprop="text"]//text()', concat: " "}
      Tags:
        Name: //div[@class="tags"]//div[@class="tag" and (@data-weight="0" or number(@data-weight)>=200) and (@data-group="a" or @data-group="b")]//span[@class="word"]
      Performers:
        Name: $crew/a/span
        URLs: {selector: $crew/a/@href, postProcess: [{replace: [{regex: ^, with: "https://registry.example"}]}]}
      Groups: {Name: $name, URL: '//link[@rel="canonical"]/@href'}
      Studio: {Name: '$info//table[@id="yard"]//tr[last()]/td[@class="name builder"]/a'}
      Code: $other
      URL: //link[@rel="canonical"]/@href
  sailor:
    common:
      $pane: //div[@class="box"]//div[@id="pane"]
      $looks: //div[@class="box"]//div[@id="pane"]//tr[contains(@class, 'looks')]
    performer:
      Name: $pane//tr[contains(@class, 'mainname')]//span[@itemprop="name"]
      HairColor: $looks//span[contains(@class, 'word') and contains(text(), 'hair')]
      EyeColor: $looks//span[contains(@class, 'word') and contains(text(), 'eyes')]
      Details: {selector: '//div[@itemprop="text"]//text()', concat: "\\n"}
      Tags: {Name: '$pane//span[@class="g"]//span[@class="word"]'}
driver:
  cookies: [{CookieURL: "https://registry.example/", Cookies: [{Name: session, Domain: registry.example, Value: "", Path: /}]}]
`
const boatPage = `<link rel=canonical href="https://registry.example/boat/7"><div class="box info"><div id=pane>
  <table><tr class="main"><td><span itemprop=name>Abendrot</span><tr class="official checked"><td><span>de</span><label>Rot</label>
  <tr class="official checked"><td><span>en</span><label>Afterglow</label></table></div>
  <table id=yard><tr><td class="name builder"><a>Old yard</a><tr><td class="name builder"><a>New yard</a></table></div>
  <div id=crew><div class="captain"><div itemprop=sailor><a href="/sailor/1"><span>Mia</span></a></div></div>
  <div class="cook"><div itemprop=sailor><a href="/sailor/2"><span>Ben</span></a></div></div>
  <div class="first mate"><div itemprop=sailor><a href="/sailor/3"><span>Tom</span></a></div></div></div>
  <div itemprop=text>A boat<br>with <b>two</b> masts.</div>
  <div class=tags><div class=tag data-weight=600 data-group=a><span class=word>Fast</span></div>
  <div class=tag data-weight=100 data-group=a><span class=word>Light</span></div>
  <div class=tag data-weight=0 data-group=b><span class=word>Old</span></div>
  <div class=tag data-weight=400 data-group=c><span class=word>Red</span></div></div>`

it("builds a URL from a file name", async () => {
  const filename = "[XY] Abend_Rot - 07 (720p) [x264].mkv"
  const pages = { "https://registry.example/boat/?q=Abend%20Rot": boatPage }
  const [found] = await run(registry, "sceneByFragment", { by: "fragment", fragment: { filename } }, pages)
  expect(found).toMatchObject({
    fields: { Details: "A boat with two masts.", Code: "Afterglow", URL: "https://registry.example/boat/7" },
    relations: {
      Tags: named("Fast", "Old"),
      Performers: [
        { fields: { Name: "Mia" }, urls: ["https://registry.example/sailor/1"] },
        { fields: { Name: "Tom" }, urls: ["https://registry.example/sailor/3"] }
      ],
      Groups: [{ fields: { Name: "Abendrot", URL: "https://registry.example/boat/7" } }],
      Studio: named("New yard")
    }
  })
})

it("reads a result list and several kinds of pages of one website", async () => {
  const list = `<table><tr><td class="photo wide"><a><img src="/a.jpg"></a><td class=name><a href="/boat/1">One</a>
    <tr><td class="photo wide"><a><img src="/b.jpg"></a><td class=name><a href="/boat/2">Two</a></table>`
  const pages = {
    "https://registry.example/find/?q=red+boat&kind=boat": list,
    "https://registry.example/trip/3": `<div id=page><h1 class=trip>Trip 7 Harbor - 2 - Home</h1><span itemprop=date content="2020-05-06">May</span></div>`,
    "https://registry.example/sailor/1": `<div class=box><div id=pane><table><tr class="mainname"><td><span itemprop=name>Mia</span>
      <tr class="looks"><td><span class="g"><span class=word>brown hair</span></span><span class=word>blue eyes</span></table></div></div>
      <div itemprop=text>First<br>Second</div>`
  }
  expect(await run(registry, "sceneByName", { by: "name", name: "red boat" }, pages)).toMatchObject([
    {
      fields: {
        Title: "One",
        URL: "https://registry.example/boat/1",
        Image: "https://registry.example/a.jpg"
      }
    },
    {
      fields: {
        Title: "Two",
        URL: "https://registry.example/boat/2",
        Image: "https://registry.example/b.jpg"
      }
    }
  ])
  const trip = { by: "url", url: "https://registry.example/trip/3" } as const
  expect(await run(registry, "sceneByURL", trip, pages)).toMatchObject([
    { fields: { Title: "Harbor / Home", Date: "2020-05-06" } }
  ])
  const sailor = { by: "url", url: "https://registry.example/sailor/1" } as const
  expect(await run(registry, "performerByURL", sailor, pages)).toMatchObject([
    {
      fields: { Name: "Mia", HairColor: "brown hair", EyeColor: "blue eyes", Details: "First\nSecond" },
      relations: { Tags: named("brown hair") }
    }
  ])
})
