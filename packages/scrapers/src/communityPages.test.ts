import { expect, it } from "vitest"
import { named, runFile as run } from "./testing/runFile.ts"

// The files and pages are our own. They use the kinds of selectors, replacements and addresses that community files
// use.

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const shop = `name: Shop
sceneByFragment: {action: scrapeXPath, queryURL: "https://shop.example/work/{title}.html", scraper: work}
sceneByURL: [{action: scrapeXPath, url: [shop.example/work/], scraper: work, queryURL: "{url}"}]
galleryByURL: [{action: scrapeXPath, url: [shop.example/work/], scraper: book, queryURL: "{url}"}]
xPathScrapers:
  work:
    scene:
      Title: &title //h1[@id='name']/text()
      Date: &date
        selector: "//th[text() = '発売日']/following-sibling::td//text()|//th[text() = 'Out']/following-sibling::td//text()"
        postProcess:
          - replace:
${months.map((month, at) => `              - {regex: "${month}", with: "${String(at + 1).padStart(2, "0")}"}`).join("\n")}
              - {regex: '\\s.+$', with: ""}
              - {regex: '(\\d{2})/(\\d{2})/(\\d{4})', with: "\${3}年\${1}月\${2}日"}
          - parseDate: 2006年01月02日
      Details: &details {selector: '//div[contains(@class,"part")]', concat: "\\n\\n"}
      Tags: &tags {Name: "//div[@class='genre']/a/text()"}
      Performers: {Name: "//th[text() = '声']/following-sibling::td/a/text()|//th[text() = 'Voice']/following-sibling::td/a/text()"}
      Studio: &studio {Name: "//span[@class='maker']/a/text()"}
      Image: {selector: "//li[@class='slide active']/picture/img/@srcset", postProcess: [{replace: [{regex: ^, with: "https:"}]}]}
      URL: //meta[@property='og:url']/@content
  book:
    gallery: {Title: *title, Date: *date, Details: *details, Tags: *tags, Studio: *studio}
`
const work = (
  label: string,
  date: string,
  voice: string
) => `<meta property="og:url" content="https://shop.example/work/7.html">
  <h1 id=name>Boat <i>draft</i></h1><span class=maker><a>North</a></span>
  <table><tr><th>${label}</th><td><a>${date}</a></td></tr><tr><th>${voice}</th><td><a>Mia</a> / <a>Tom</a></td></tr></table>
  <div class="one part">First</div><div class="part">Second</div><div class=genre><a>Sea</a> <a>Night</a></div>
  <ul><li class="slide"><picture><img srcset="//img.shop.example/0.jpg"></picture><li class="slide active"><picture><img srcset="//img.shop.example/1.jpg"></picture></ul>`

it.each([
  ["発売日", "2021年03月04日 0時", "声"],
  ["Out", "Mar/04/2021", "Voice"]
])("reads labels and dates in other languages: %s", async (...labels) => {
  const pages = { "https://shop.example/work/7.html": work(...labels) }
  const asked = { by: "fragment", fragment: { title: "7" } } as const
  const [scene] = await run(shop, "sceneByFragment", asked, pages)
  expect(scene).toMatchObject({
    fields: {
      Title: "Boat",
      Date: "2021-03-04",
      Details: "First\n\nSecond",
      Image: "https://img.shop.example/1.jpg",
      URL: "https://shop.example/work/7.html"
    },
    relations: {
      Tags: named("Sea", "Night"),
      Performers: named("Mia", "Tom"),
      Studio: named("North")
    }
  })
  const url = { by: "url", url: "https://shop.example/work/7.html" } as const
  const [gallery] = await run(shop, "galleryByURL", url, pages)
  expect(gallery).toMatchObject({
    fields: { Title: "Boat", Date: "2021-03-04" },
    relations: { Tags: named("Sea", "Night") }
  })
})

it("encodes a URL inside another URL", async () => {
  const art = `name: Art
imageByURL:
  - action: scrapeJson
    url: [art.example]
    scraper: image
    queryURL: "{url}"
    queryURLReplace:
      url: [{regex: ":", with: "%3A"}, {regex: /, with: "%2F"}, {regex: ^, with: "https://api.art.example/about?url="}]
jsonScrapers:
  image:
    image:
      Title: title
      Date: {selector: published, postProcess: [{replace: [{regex: '([\\d-]+)T([\\d:-]+)', with: $1}]}, {parseDate: 2006-01-02}]}
      Studio: {Name: author}
      Tags: {Name: {selector: tags, split: ", "}}
driver:
  headers: [{Key: Accept, Value: application/json}, {Key: User-Agent, Value: reader/1}]
`
  const answer = {
    title: "Bay",
    published: "2020-01-02T03:04:05-07:00",
    author: "Ida",
    tags: "sea, night, sea"
  }
  const pages = { "https://api.art.example/about?url=https%3A%2F%2Fart.example%2F1": JSON.stringify(answer) }
  expect(await run(art, "imageByURL", { by: "url", url: "https://art.example/1" }, pages)).toMatchObject([
    {
      fields: { Title: "Bay", Date: "2020-01-02" },
      relations: { Studio: named("Ida"), Tags: named("sea", "night") }
    }
  ])
})

it("uses the first of several matching elements, and converts durations and dates", async () => {
  const shows = `name: Shows
groupByURL: [{action: scrapeXPath, url: [shows.example], scraper: show}]
sceneByURL: [{action: scrapeXPath, url: [shows.example], scraper: scene}]
xPathScrapers:
  show:
    group:
      Name: &title (//h2/a)[1]
      Director: &director {selector: "//div[@class='head']/ol[@class='people plain']/li[@class='profile']/p[1]/a", concat: ", "}
      Duration: {selector: "//span[@class='length']", postProcess: [{replace: [{regex: "h ", with: ":"}, {regex: m, with: ":00"}]}]}
      Studio: &studio {Name: '//a[@label="Studio"]/text()'}
      Date: &date {selector: "//span[@class='out']", postProcess: [{replace: [{regex: '\\(.*$', with: }]}, {parseDate: 02/01/2006}]}
      Synopsis: &details //div[@class='head']/div[@class='text']/p
      FrontImage: &image
        selector: (//img[contains(@class, 'poster')]/@src)[1]
        postProcess: [{replace: [{regex: w300, with: w600}]}, {replace: [{regex: h450, with: h900}]}]
  scene:
    scene:
      Title: *title
      Details: *details
      Director: *director
      Date: *date
      Image: *image
      Studio: *studio
      Groups: {Name: *title, Duration: {selector: '//small[contains(text(), "Length")]/following-sibling::text()', postProcess: [{replace: [{regex: " hrs. ", with: ":"}, {regex: " mins.", with: ":00"}]}]}}
      Performers: {Name: "//ol[@class='people row']/li[@class='card']/p[1]"}
`
  const page = `<h2><a>Harbor</a></h2><h2><a>Other</a></h2><img class="small poster" src="/w300_h450/a.jpg"><img class=poster src="/b.jpg">
    <div class=head><span class=out>31/05/2019 (US)</span><span class=length>1h 53m</span><div class=text><p>Ships.</p></div>
    <ol class="people plain"><li class=profile><p><a>Ida</a></p><p>Director</p><li class=profile><p><a>Ben</a></p></ol></div>
    <ol class="people row"><li class=card><p>Mia</p><p>Captain</p><li class=card><p>Tom</p></ol>
    <a label=Studio>North</a><p><small>Length</small>1 hrs. 53 mins.</p>`
  const pages = { "https://shows.example/7": page }
  const query = { by: "url", url: "https://shows.example/7" } as const
  const shared = { Director: "Ida, Ben", Date: "2019-05-31" }
  expect(await run(shows, "groupByURL", query, pages)).toMatchObject([
    {
      fields: {
        ...shared,
        Name: "Harbor",
        Duration: "1:53:00",
        Synopsis: "Ships.",
        FrontImage: "https://shows.example/w600_h900/a.jpg"
      },
      relations: { Studio: named("North") }
    }
  ])
  expect(await run(shows, "sceneByURL", query, pages)).toMatchObject([
    {
      fields: {
        ...shared,
        Title: "Harbor",
        Details: "Ships.",
        Image: "https://shows.example/w600_h900/a.jpg"
      },
      relations: {
        Groups: [{ fields: { Name: "Harbor", Duration: "1:53:00" } }],
        Performers: named("Mia", "Tom")
      }
    }
  ])
})
