import { describe, expect, it } from "vitest"
import type { Known, Library } from "./Classification.ts"
import { classify, classifyTree } from "./classify.ts"

const library = (more: Partial<Library> = {}): Library => ({ roots: ["/m"], videosAs: "mixed", ...more })

const known = (entries: Readonly<Record<string, Known>>): Library =>
  library({ known: new Map(Object.entries(entries)) })

describe("evidence", () => {
  it("marks the number, season and series in the path", () => {
    const { proof } = classify("/m/Harbor/Season 2/05 - Storm.mkv", [], library())
    expect(proof.map(({ means, rule, text }) => [text, rule, means])).toEqual([
      ["05", "leading-number", "episode 5"],
      ["Season 2", "season-folder", "season 2"],
      ["Harbor", "series-folder", 'series "Harbor"']
    ])
  })

  it("marks evidence in the original spelling of decomposed and full-width names", () => {
    const path = "/m/Se\u0301rie/Säsong １/Se\u0301rie Ｓ０１Ｅ０２.mkv".normalize("NFD")
    const { facts, proof } = classify(path, [], library())
    expect([facts.season, facts.episode]).toEqual([1, 2])
    expect(proof[0]?.text).toBe("Ｓ０１Ｅ０２")
    for (const { end, segment, start, text } of proof) expect(segment.slice(start, end)).toBe(text)
  })
})

describe("precedence", () => {
  const path = "/m/Harbor S01E02.mkv"

  it("names a series after its NFO file, its folder or its file if no name contains a series", () => {
    const seriesOf = (path: string, nfo: Known["nfo"]) =>
      classify(path, [], known({ [path]: { nfo: nfo! } })).facts.series?.title
    const episode = { role: "episode", season: 1, episode: 2 } as const
    expect(seriesOf("/m/clip.mkv", { ...episode, seriesTitle: "Harbor" })).toBe("Harbor")
    expect(seriesOf("/m/Lights/clip.mkv", episode)).toBe("Lights")
    expect(seriesOf("/m/clip.mkv", episode)).toBe("clip")
    expect(seriesOf("/m/S01E02.mkv", { ...episode, seriesTitle: "Harbor" })).toBe("Harbor")
    expect(seriesOf("/m/Harbor/Season 1/02.mkv", { ...episode, seriesTitle: "Hafen" })).toBe("Harbor")
  })

  it("prefers a user's values over the NFO file, and the NFO file over the name", () => {
    const nfo: Known = { nfo: { role: "movie", title: "Harbor", year: 1999 } }
    expect(classify(path, [], known({ [path]: nfo }))).toMatchObject({
      role: "movie",
      facts: { title: "Harbor", year: 1999, season: null, episode: null }
    })
    const both: Known = { ...nfo, override: { role: "episode", season: 4, episode: 7 } }
    expect(classify(path, [], known({ [path]: both }))).toMatchObject({
      role: "episode",
      confidence: 1,
      facts: { season: 4, episode: 7, series: { title: "Harbor" } }
    })
  })

  it.each([
    ["mixed", "episode"],
    ["movies", "movie"],
    ["series", "episode"],
    ["videos", "video"]
  ] as const)("in a library of type %s, reads the name as %s", (videosAs, role) => {
    expect(classify(path, [], library({ videosAs })).role).toBe(role)
  })

  it("offers alternatives for an ambiguous name", () => {
    const { alternatives } = classify("/m/Lamp/Lamp - 05.mkv", [], library())
    expect(alternatives.map(({ role }) => role)).toContain("video")
    expect(classify("/m/Lamp/Season 1/Lamp - S01E05.mkv", [], library()).alternatives).toEqual([])
  })
})

describe("folders", () => {
  const seasons = (paths: ReadonlyArray<string>, videosAs: Library["videosAs"] = "mixed") =>
    classifyTree(paths, library({ videosAs })).map(({ facts: { episode, season, series }, role }) =>
      role === "episode" ? `${series?.title} ${season}x${episode}` : role
    )

  it("treats folders named by a bare number as seasons only if their files are numbered consecutively", () => {
    expect(seasons(["/m/Harbor/1/01.mkv", "/m/Harbor/2/01.mkv"])).toEqual(["Harbor 1x1", "Harbor 2x1"])
    expect(seasons(["/m/2016/Storm.mkv", "/m/2017/Fog.mkv"])).toEqual(["video", "video"])
  })

  it("reads the numbers 101, 102, 103 as season 1, but the numbers 99, 100, 101 as plain episode numbers", () => {
    const files = (...names: ReadonlyArray<string>) => names.map((name) => `/m/Harbor/Harbor ${name}.mkv`)
    expect(seasons(files("101", "102", "103"), "series")).toEqual(["Harbor 1x1", "Harbor 1x2", "Harbor 1x3"])
    expect(seasons(files("99", "100", "101"), "series")).toEqual([
      "Harbor 1x99",
      "Harbor 1x100",
      "Harbor 1x101"
    ])
  })

  it("recognizes a series by tvshow.nfo and names it after the folder", () => {
    expect(seasons(["/m/Harbor (2010)/tvshow.nfo", "/m/Harbor (2010)/Storm 3.mkv"])).toEqual(["Harbor 1x3"])
  })

  it("puts numbered extras of a series into season 0", () => {
    const series = "/m/Harbor/Season 1/Harbor S01E01.mkv"
    expect(seasons([series, "/m/Harbor/Extras/S00E01.mkv"])[1]).toBe("Harbor 0x1")
    expect(seasons([series, "/m/Harbor/Extras/Making of.mkv"])[1]).toBe("extra")
    expect(seasons([series, "/m/Harbor/Specials/Harbor - 02.mkv"])[1]).toBe("Harbor 0x2")
  })

  it("does not treat a folder with episodes of several series as one series", () => {
    const paths = ["Harbor.S01E01.mkv", "Tower.S02E03.mkv", "Lamp.1x04.mkv", "Birthday.mkv"].map(
      (name) => `/m/Downloads/${name}`
    )
    expect(seasons(paths)).toEqual(["Harbor 1x1", "Tower 2x3", "Lamp 1x4", "video"])
  })

  it("parses Windows paths", () => {
    const { facts } = classify("D:\\tv\\Harbor\\Season 1\\Harbor S01E02.mkv", [], {
      roots: ["D:\\tv"],
      videosAs: "mixed"
    })
    expect([facts.series?.title, facts.series?.folder, facts.episode]).toEqual([
      "Harbor",
      "D:\\tv\\Harbor",
      2
    ])
  })
})

describe("samples", () => {
  const movie = "/m/Lamp (2010)/Lamp (2010).mkv"
  const sample = "/m/Lamp (2010)/lamp-sample.mkv"

  it("ignores a small sample next to a larger video", () => {
    const large = known({ [movie]: { size: 4e9 }, [sample]: { size: 2e7 } })
    expect(classify(sample, [movie], large).role).toBe("ignored")
    expect(classify(sample, [movie], known({ [movie]: { size: 4e9 }, [sample]: { size: 2e9 } })).role).toBe(
      "extra"
    )
  })
})
