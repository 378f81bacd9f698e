import { describe, expect, it } from "vitest"
import type { Known, Library } from "../Classification.ts"
import { classifyTree } from "../classify.ts"
import { groupWorks } from "./works.ts"

const grouped = (names: ReadonlyArray<string>, known: Readonly<Record<string, Known>> = {}) => {
  const library: Library = {
    roots: ["/m"],
    videosAs: "mixed",
    known: new Map(Object.entries(known).map(([name, one]) => [`/m/${name}`, one]))
  }
  return groupWorks(
    classifyTree(
      names.map((name) => `/m/${name}`),
      library
    ),
    library
  )
}

const name = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "")

const told = (names: ReadonlyArray<string>, known: Readonly<Record<string, Known>> = {}) =>
  grouped(names, known).works.map(({ extras, parts, primary, versions }) =>
    [
      name(primary.path),
      ...versions.map(({ label, path }) => `v:${name(path)}=${label}`),
      ...parts.map(({ number, path }) => `p${number}:${name(path)}`),
      ...extras.map(({ path, type }) => `x:${name(path)}=${type}`)
    ].join(" | ")
  )

describe("versions", () => {
  it("chooses the highest resolution as the primary version, then the largest file", () => {
    const movies = ["Lamp (2010)/Lamp (2010) - 720p.mkv", "Lamp (2010)/Lamp (2010) - 1080p.mkv"]
    expect(told(movies)).toEqual(["Lamp (2010) - 1080p | v:Lamp (2010) - 720p=720p"])
    const cuts = ["Lamp (2010)/Lamp (2010).mkv", "Lamp (2010)/Lamp (2010) - Director's Cut.mp4"]
    expect(told(cuts, { [cuts[1]!]: { size: 9e9 }, [cuts[0]!]: { size: 1e9 } })).toEqual([
      "Lamp (2010) - Director's Cut | v:Lamp (2010)="
    ])
  })

  it("groups versions across folders if they share an id, or title and year", () => {
    expect(told(["a/Lamp.2010.1080p.BluRay.mkv", "b/Lamp (2010).mkv", "c/Lamp (2011).mkv"])).toHaveLength(2)
    expect(told(["a/Lamp (2010) [tmdbid=5].mkv", "b/The Lamp (2010) [tmdbid=5].mkv"])).toHaveLength(1)
    expect(told(["a/Lamp (2010) [tmdbid=5].mkv", "b/Lamp (2010).mkv"])).toHaveLength(1)
    expect(told(["a/Lamp (2010) [tmdbid=5].mkv", "b/Lamp (2010) [tmdbid=6].mkv"])).toHaveLength(2)
  })

  it("groups versions without a year only if their names begin with the folder name", () => {
    expect(told(["Lamp/Lamp - Extended.mkv", "Lamp/Lamp.mkv", "Lamp/Making of.mkv"])).toHaveLength(2)
    expect(told(["clips/a.mkv", "clips/b.mkv"])).toHaveLength(2)
  })

  it("groups versions of an episode only if they contain exactly the same episodes", () => {
    const episodes = [
      "Tv/Season 1/Tv S01E01.mkv",
      "Tv/Season 1/Tv S01E01 - 1080p.mkv",
      "Tv/Season 1/Tv S01E01E02.mkv"
    ]
    expect(told(episodes)).toEqual(["Tv S01E01 - 1080p | v:Tv S01E01=", "Tv S01E01E02"])
  })
})

describe("parts", () => {
  it("joins parts only if they are numbered without gaps", () => {
    expect(told(["Lamp (2010)/Lamp (2010)-cd1.avi", "Lamp (2010)/Lamp (2010)-cd2.avi"])).toEqual([
      "Lamp (2010)-cd1 | p1:Lamp (2010)-cd1 | p2:Lamp (2010)-cd2"
    ])
    expect(told(["x/Lamp.2010.part1.mkv", "x/Lamp.2010.part3.mkv"])).not.toContain("p1")
    expect(told(["x/Lamp (2010) a.avi", "x/Lamp (2010) b.avi"])).toHaveLength(1)
  })

  it("treats numbered parts inside a series as separate episodes", () => {
    const works = told(["Tv/tvshow.nfo", "Tv/Tv Part 1.mkv", "Tv/Tv Part 2.mkv"])
    expect(works).toEqual(["Tv Part 1", "Tv Part 2"])
  })
})

describe("extras", () => {
  it("attaches extras to the movie that their name or parent folder indicates", () => {
    expect(
      told([
        "Lamp (2010)/Lamp (2010).mkv",
        "Lamp (2010)/Lamp (2010)-trailer.mkv",
        "Lamp (2010)/interviews/crew.mkv"
      ])
    ).toEqual(["Lamp (2010) | x:Lamp (2010)-trailer=trailer | x:crew=interview"])
  })

  it("attaches an extra to the episode with the same number, even if the names differ", () => {
    expect(
      told([
        "Tv/Season 1/Tv S01E01 - Pilot [1080p].mkv",
        "Tv/Season 1/Tv S01E02-E03 - Both.mkv",
        "Tv/Season 1/Tv S01E01-deleted.mkv",
        "Tv/Season 1/Tv S01E03-interview.mkv"
      ])
    ).toEqual([
      "Tv S01E01 - Pilot [1080p] | x:Tv S01E01-deleted=deletedScene",
      "Tv S01E02-E03 - Both | x:Tv S01E03-interview=interview"
    ])
  })

  it("attaches extras without an episode number to their series or season", () => {
    const { seriesExtras, works } = grouped(["Tv/Season 1/Tv S01E01.mkv", "Tv/Season 1/trailers/one.mkv"])
    expect(works).toHaveLength(1)
    expect(seriesExtras).toEqual([
      { path: "/m/Tv/Season 1/trailers/one.mkv", type: "trailer", seriesKey: "title:tv:", season: 1 }
    ])
  })
})
