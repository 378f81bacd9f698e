import { describe, expect, it } from "vitest"
import { readNfo } from "./readNfo.ts"

const fields = (inner: string, root = "movie") => readNfo(`<${root}>${inner}</${root}>`).fields

describe("fields", () => {
  it("reads text elements, including those with older names", () => {
    expect(
      fields(
        "<localtitle>Lamp</localtitle><originaltitle> Lampe\n</originaltitle><sortname>lamp</sortname><outline>Short</outline>" +
          "<plot>Long &lt;b>text&lt;/b> &amp; Tom & Jerry</plot><tagline></tagline>"
      )
    ).toEqual({
      title: "Lamp",
      originalTitle: "Lampe",
      sortTitle: "lamp",
      overview: "Long <b>text</b> & Tom & Jerry"
    })
  })

  it.each([
    ["<premiered>2017-11-15</premiered><year>1999</year>", { releaseDate: "2017-11-15", year: 2017 }],
    ["<premiered>2017-02-31</premiered><aired>2017-03-01</aired>", { releaseDate: "2017-03-01", year: 2017 }],
    ["<premiered>soon</premiered><year>1999</year>", { year: 1999 }],
    ["<runtime>95 min</runtime>", { runtimeMinutes: 95 }],
    ["<mpaa></mpaa><customrating>12</customrating>", { contentRating: "12" }],
    ["<rating>7,4</rating>", { communityRating: 74 }],
    ["<criticrating>83</criticrating>", { communityRating: 83 }],
    ["<rating>0</rating><userrating>8</userrating>", { userRating: 80 }],
    ["<genre>Drama / Crime, War</genre><genre>War</genre>", { genres: ["Drama", "Crime", "War"] }],
    ["<studio>A</studio><studio>B</studio><tag>c</tag>", { studio: "A", tags: ["c", "B"] }],
    ['<set tmdbcolid="9"><name>Lamps</name></set>', { set: { name: "Lamps", id: "9" } }],
    ["<set>Lamps</set><collectionnumber>4</collectionnumber>", { set: { name: "Lamps", id: "4" } }],
    [
      "<lockdata>true</lockdata><lockedfields>Name|Cast|Other</lockedfields>",
      { isLocked: true, lockedFields: ["title", "credits"] }
    ],
    [
      "<playcount>2</playcount><resume><position>61.5</position></resume>",
      { playCount: 2, positionSeconds: 61.5 }
    ],
    ["<fileinfo><streamdetails><video/></streamdetails></fileinfo><wholly>unknown</wholly>", {}]
  ])("reads the fields of %s", (inner, expected) => {
    expect(fields(inner)).toEqual(expected)
  })

  it("prefers the default rating, then IMDb's, then the first rating", () => {
    const rating = (name: string, value: string, more = "") =>
      `<rating name="${name}" ${more}><value>${value}</value></rating>`
    const all = (...ratings: ReadonlyArray<string>) =>
      fields(`<ratings>${ratings.join("")}</ratings>`).communityRating
    expect(all(rating("a", "3"), rating("imdb", "6.4"), rating("b", "80", 'max="100" default="true"'))).toBe(
      80
    )
    expect(all(rating("a", "3"), rating("imdb", "6.4"))).toBe(64)
    expect(all(rating("a", "0"), rating("b", "4", 'max="5"'))).toBe(80)
  })

  it("reads the first id for each database", () => {
    expect(
      fields(
        '<uniqueid type="imdb">tt0000007</uniqueid><uniqueid type="TheMovieDB">12</uniqueid><tmdbId>13</tmdbId><id>tt0000008</id>'
      ).externalIds
    ).toEqual({ imdb: "tt0000007", tmdb: "12" })
    expect(fields("<id>77</id>", "tvshow").externalIds).toEqual({ tvdb: "77" })
  })

  it("reads people with their roles, and skips people without a name", () => {
    expect(
      fields(
        "<director>Ann A, / Bob B</director><credits>Cy C</credits><writer>Dee D, Jr.</writer><actor><name></name></actor>" +
          "<actor><name>Eve E</name><role>Self</role><type>GuestStar</type><sortorder>3</sortorder></actor>"
      ).credits?.map(({ name, order, role }) => `${role} ${name} ${order}`)
    ).toEqual([
      "guest Eve E 3",
      "director Ann A 0",
      "director Bob B 1",
      "writer Dee D, Jr. 0",
      "writer Cy C 1"
    ])
  })

  it("keeps web URLs of pictures and trailers, but not local files", () => {
    const { pictures, trailers } = fields(
      '<thumb aspect="poster">https://a.example/1.jpg</thumb><thumb aspect="poster">C:\\x.jpg</thumb>' +
        '<thumb aspect="set.poster">https://a.example/2.jpg</thumb><fanart><thumb>https://a.example/3.jpg</thumb></fanart>' +
        "<art><banner>https://a.example/4.jpg</banner></art>" +
        "<trailer>plugin://plugin.video.youtube/?action=play_video&amp;videoid=abcdefghijk</trailer>"
    )
    expect(pictures?.map(({ kind, url }) => `${kind} ${url.at(-5)}`)).toEqual([
      "poster 1",
      "backdrop 3",
      "banner 4"
    ])
    expect(trailers).toEqual(["https://www.youtube.com/watch?v=abcdefghijk"])
  })
})

describe("episodes", () => {
  it("reads episode numbers and the position of specials", () => {
    expect(
      fields(
        "<season>0</season><episode>3</episode><displayseason>2</displayseason><displayepisode>5</displayepisode>",
        "episodedetails"
      )
    ).toEqual({ season: 0, episode: 3, airs: { beforeSeason: 2, beforeEpisode: 5 } })
    expect(fields("<displayseason>-1</displayseason>", "episodedetails")).toEqual({})
  })

  it("merges several episodes and keeps each of them as a segment", () => {
    const one = (n: number, title: string) =>
      `<episodedetails><title>${title}</title><season>1</season><episode>${n}</episode></episodedetails>`
    expect(readNfo(one(1, "First") + one(2, "") + one(3, "Third")).fields).toEqual({
      title: "First / Third",
      season: 1,
      episode: 1,
      episodeEnd: 3,
      segments: [{ episode: 1, title: "First" }, { episode: 2 }, { episode: 3, title: "Third" }]
    })
  })
})

describe("hand-written files", () => {
  it.each([
    [
      "an address alone",
      "https://www.imdb.com/title/tt0000007/",
      null,
      { externalIds: { imdb: "tt0000007" } }
    ],
    [
      "an address behind",
      "<movie><title>A</title></movie>\nhttps://a.example/?a=1&b",
      "movie",
      { title: "A" }
    ],
    ["text before", "\ufeffhello\n<movie><title>A</title></movie>", "movie", { title: "A" }]
  ] as const)("reads a file with %s", (_, text, root, expected) => {
    expect(readNfo(text)).toEqual({ root, fields: expected, problems: [] })
  })

  it("reads a file whose encoding differs from its declaration", () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><movie><title>gr\xf6\xdfe</title></movie>',
      "latin1"
    )
    expect(readNfo(bytes).fields).toEqual({ title: "größe" })
  })

  it.each([
    ["malformed", "<movie><title>A</movie>"],
    ["malformed", ""],
    ["malformed", '<!DOCTYPE movie [<!ENTITY a "b">]><movie><title>&a;</title></movie>'],
    ["no-known-root", "<album><title>A</title></album>"],
    ["too-large", `<movie>${"<a/>".repeat(100_001)}</movie>`],
    ["too-large", `${"<movie>".repeat(100)}${"</movie>".repeat(100)}`]
  ])("reports %s as a problem instead of throwing", (code, text) => {
    const { fields: read, problems, root } = readNfo(text)
    expect([root, read, problems.map((problem) => problem.code)]).toEqual([null, {}, [code]])
  })
})
