import { expect, it } from "vitest"
import { albumsOf, type TaggedTrack } from "./grouping.ts"

const track = (path: string, tags: Partial<TaggedTrack> = {}): TaggedTrack => ({
  id: path,
  rootId: "r",
  rootName: "music",
  path,
  artist: null,
  albumArtist: null,
  album: null,
  disc: null,
  track: null,
  year: null,
  isCompilation: false,
  ...tags
})
const shown = (...tracks: ReadonlyArray<TaggedTrack>) =>
  albumsOf("l", tracks).map(({ artist, title, tracks: own }) => ({
    album: `${artist ?? "several"}: ${title}`,
    tracks: own.map(({ id, ordinal }) => `${ordinal} ${id}`)
  }))

it("groups tracks by album artist and album title, ignoring case and folders", () => {
  expect(
    shown(
      track("a/2.mp3", { artist: "X", album: "Both  Sides", track: 2 }),
      track("b/1.mp3", { artist: "Someone", albumArtist: "x", album: "both sides", track: 1 }),
      track("c/1.mp3", { artist: "Y", album: "Both Sides", track: 1 })
    )
  ).toEqual([
    { album: "X: Both  Sides", tracks: ["10001 b/1.mp3", "10002 a/2.mp3"] },
    { album: "Y: Both Sides", tracks: ["10001 c/1.mp3"] }
  ])
})

it("separates albums with the same title by year if two of them contain the same track", () => {
  const of = (folder: string, year: number | null, number = 1) =>
    track(`${folder}/${number}.mp3`, { artist: "W", album: "W", track: number, year })
  const albums = (...tracks: ReadonlyArray<TaggedTrack>) =>
    albumsOf("l", tracks).map(({ tracks: own, year }) => [year, ...own.map(({ id }) => id)])
  const [blue, green] = [
    [of("blue", 1994), of("blue", null, 2)],
    [of("green", 2001), of("green", 2001, 2)]
  ]
  const apart = [
    [1994, "blue/1.mp3", "blue/2.mp3"],
    [2001, "green/1.mp3", "green/2.mp3"]
  ]
  expect(albums(...blue, ...green)).toEqual(apart)
  expect(albums(...green, ...blue).toReversed()).toEqual(apart)
  expect(albumsOf("l", blue).map(({ key }) => key)).toEqual(albumsOf("l", [blue[0]!]).map(({ key }) => key))
  // The tracks in each of these cases belong to a single album: the same track in two formats, tracks spread over two
  // folders, and a folder whose tracks have different years.
  expect(albums(...blue, of("mp3", 1994))).toHaveLength(1)
  expect(albums(of("a", 1994), of("b", 2001, 2))).toHaveLength(1)
  expect(albums(of("a", 1994), of("a", 1995, 2), of("b", 2001))).toHaveLength(1)
})

it("recognizes a compilation by the compilation tag, by the artist Various Artists, or by different artists in one folder", () => {
  const [hits] = ["Hits"]
  expect(
    shown(
      track("f/1.mp3", { artist: "X", album: hits, isCompilation: true, track: 1 }),
      track("g/2.mp3", { artist: "Y", album: hits, albumArtist: "Various Artists", track: 2 })
    )
  ).toEqual([{ album: "several: Hits", tracks: ["10001 f/1.mp3", "10002 g/2.mp3"] }])
  expect(
    shown(
      track("f/1.mp3", { artist: "X", album: "Mix", track: 1 }),
      track("f/2.mp3", { artist: "Y", album: "Mix", track: 2 })
    )
  ).toHaveLength(1)
})

it.each([
  [["X", "x feat. Guest", "X (ft. A & B)", "X & Y", "X, Z", "X featuring Y"], "X"],
  [["Little Feat", "Little Feat feat. Guest"], "Little Feat"],
  [["X feat. A", "X feat. B"], "X"],
  [["X", "Xanadu"], "several"],
  [["X", null], "several"],
  [["X & Y", "X & Z"], "several"]
])("derives the album artist of tracks by %j: %s", (artists, artist) => {
  const tracks = artists.map((name, at) => track(`f/${at}.mp3`, { artist: name, album: "A" }))
  expect(shown(...tracks).map(({ album }) => album)).toEqual([`${artist}: A`])
})

it("does not treat an album as a compilation because some tracks have guest artists", () => {
  expect(
    shown(
      track("f/1.mp3", { artist: "X", album: "A", track: 1 }),
      track("f/2.mp3", { artist: "x; Guest", album: "A", track: 2 })
    )
  ).toEqual([{ album: "X: A", tracks: ["10001 f/1.mp3", "10002 f/2.mp3"] }])
})

it("sorts discs by the disc numbers in their tags or folder names", () => {
  expect(
    shown(
      track("A/CD2 - Live (1999)/1.mp3", { artist: "X", album: "A", track: 1 }),
      track("A/CD 1/2.mp3", { artist: "X", album: "A", track: 2 }),
      track("A/CD 1/1.mp3", { artist: "X", album: "A", track: 1 }),
      track("A/bonus.mp3", { artist: "X", album: "A", disc: 3 })
    )
  ).toEqual([
    {
      album: "X: A",
      tracks: [
        "10001 A/CD 1/1.mp3",
        "10002 A/CD 1/2.mp3",
        "20001 A/CD2 - Live (1999)/1.mp3",
        "30001 A/bonus.mp3"
      ]
    }
  ])
})

it("groups tracks without an album tag by folder and sorts them by name", () => {
  expect(
    shown(track("Tapes/10.mp3"), track("Tapes/2.mp3"), track("Tapes/CD2/1.mp3"), track("loose.mp3"))
  ).toEqual([
    { album: "several: Tapes", tracks: ["10001 Tapes/2.mp3", "10002 Tapes/10.mp3", "20001 Tapes/CD2/1.mp3"] },
    { album: "several: music", tracks: ["10001 loose.mp3"] }
  ])
})

it("returns the same albums regardless of the order of the tracks", () => {
  const tracks = [track("a/1.mp3", { album: "A" }), track("a/2.mp3", { album: "A" }), track("b/1.mp3")]
  const sorted = (all: ReturnType<typeof albumsOf>) => all.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  expect(sorted(albumsOf("l", tracks.toReversed()))).toEqual(sorted(albumsOf("l", tracks)))
  expect(albumsOf("m", tracks).map(({ key }) => key)).not.toEqual(albumsOf("l", tracks).map(({ key }) => key))
})

it("merges discs into one album if their album titles differ only in the disc number", () => {
  const one = { artist: "The Beatles", albumArtist: "The Beatles", disc: 1 }
  const albums = albumsOf("l", [
    track("a/1.mp3", { ...one, album: "White Album (Disc 1)", track: 1 }),
    track("b/1.mp3", { ...one, album: "White Album (Disc 2)", track: 1 }),
    track("c/1.mp3", { artist: "Guns N' Roses", album: "Don't Cry", track: 1 }),
    track("d/2.mp3", { artist: "Guns N\u2019 Roses", album: "Don\u2019t Cry", track: 2 })
  ])
  expect(albums.map(({ title, tracks }) => [title, tracks])).toEqual([
    [
      "White Album",
      [
        { id: "a/1.mp3", ordinal: 10_001 },
        { id: "b/1.mp3", ordinal: 20_001 }
      ]
    ],
    [
      "Don't Cry",
      [
        { id: "c/1.mp3", ordinal: 10_001 },
        { id: "d/2.mp3", ordinal: 10_002 }
      ]
    ]
  ])
})
