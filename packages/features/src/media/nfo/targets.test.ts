import { expect, it } from "vitest"
import type { ArtworkFile } from "./artworkFiles.ts"
import type { NfoFile } from "./files.ts"
import { type DescribedVideo, describedBy } from "./targets.ts"

const movie = (path: string, role = "movie"): DescribedVideo => ({
  ...{
    id: path,
    rootPath: "/m",
    path,
    role,
    seasonId: null,
    seriesId: null,
    season: null,
    seriesFolder: null
  }
})
const episode = (path: string, season: number, folder: string | null = "/m/Show"): DescribedVideo => ({
  ...movie(path, "episode"),
  ...{ seasonId: `season ${season}`, seriesId: "series", season, seriesFolder: folder }
})
const nfo = (path: string, kind: NfoFile["kind"], fields: NfoFile["fields"] = {}): NfoFile => ({
  ...{ rootPath: "/m", path, kind, fields }
})
const picture = (path: string): ArtworkFile => ({ rootId: "r", rootPath: "/m", path, size: 1, mtimeMs: 1 })

const told = (
  videos: ReadonlyArray<DescribedVideo>,
  nfoFiles: ReadonlyArray<NfoFile>,
  pictures: ReadonlyArray<string> = []
) =>
  Object.fromEntries(
    describedBy(videos, nfoFiles, pictures.map(picture)).map(({ artwork, id, nfo: file, seasonTitle }) => [
      id,
      [
        file?.path,
        seasonTitle,
        ...Object.entries(artwork)
          .map(([kind, { path }]) => `${kind}: ${path}`)
          .toSorted()
      ].filter((each) => each !== undefined)
    ])
  )

it("uses movie.nfo and poster.jpg for the only movie in a folder", () => {
  const files = [nfo("Heat/movie.nfo", "movie"), nfo("movie.nfo", "movie")]
  const videos = [
    movie("Heat/heat.mkv"),
    movie("Heat/heat 4k.mkv", "version"),
    movie("Heat/heat-trailer.mkv", "extra"),
    movie("one.mkv"),
    movie("two.mkv")
  ]
  const pictures = ["Heat/poster.jpg", "Heat/fanart1.jpg", "Heat/fanart.jpg", "poster.jpg", "two-poster.png"]
  expect(told(videos, files, pictures)).toEqual({
    "Heat/heat.mkv": ["Heat/movie.nfo", "backdrop: Heat/fanart.jpg", "poster: Heat/poster.jpg"],
    "one.mkv": [],
    "two.mkv": ["poster: two-poster.png"]
  })
})

it("prefers the NFO file that has the same name as the video", () => {
  const files = [nfo("Heat/HEAT.nfo", "movie"), nfo("Heat/movie.nfo", "movie"), nfo("one.nfo", "tvshow")]
  expect(told([movie("Heat/heat.mkv"), movie("one.mkv"), movie("two.mkv")], files)).toMatchObject({
    "Heat/heat.mkv": ["Heat/HEAT.nfo"],
    "one.mkv": []
  })
})

it("matches NFO files and pictures to a series and its seasons by folder", () => {
  const files = [
    nfo("Show/tvshow.nfo", "tvshow", { seasonTitles: [{ number: 2, title: "The Docks" }] }),
    // A season.nfo next to tvshow.nfo is ignored.
    nfo("Show/season.nfo", "season"),
    nfo("Show/Season 1/season.nfo", "season"),
    nfo("Show/Season 1/a.nfo", "episodedetails")
  ]
  const pictures = [
    "Show/poster.jpg",
    "Show/season02-poster.jpg",
    "Show/season-specials-poster.jpg",
    "Show/Season 1/folder.jpg",
    "Show/Season 1/a-thumb.jpg",
    "Show/Season 1/metadata/b.jpg"
  ]
  const videos = [
    episode("Show/Season 1/a.mkv", 1),
    episode("Show/Season 1/b.mkv", 1),
    episode("Show/Season 2/c.mkv", 2),
    episode("Show/special.mkv", 0)
  ]
  expect(told(videos, files, pictures)).toEqual({
    "Show/Season 1/a.mkv": ["Show/Season 1/a.nfo", "thumb: Show/Season 1/a-thumb.jpg"],
    "Show/Season 1/b.mkv": ["thumb: Show/Season 1/metadata/b.jpg"],
    "Show/Season 2/c.mkv": [],
    "Show/special.mkv": [],
    series: ["Show/tvshow.nfo", "poster: Show/poster.jpg"],
    "season 1": ["Show/Season 1/season.nfo", "poster: Show/Season 1/folder.jpg"],
    "season 2": ["The Docks", "poster: Show/season02-poster.jpg"],
    "season 0": ["poster: Show/season-specials-poster.jpg"]
  })
})
