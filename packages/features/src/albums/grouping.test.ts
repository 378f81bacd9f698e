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

it("an album is its artist and its name, in whatever letters and folders", () => {
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

it("an album of several artists is one: by its flag, its artist, or its folder", () => {
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

it("guests on some tracks do not make an album one of several artists", () => {
  expect(
    shown(
      track("f/1.mp3", { artist: "X", album: "A", track: 1 }),
      track("f/2.mp3", { artist: "x; Guest", album: "A", track: 2 })
    )
  ).toEqual([{ album: "X: A", tracks: ["10001 f/1.mp3", "10002 f/2.mp3"] }])
})

it("discs follow each other, by their tags or their folders", () => {
  expect(
    shown(
      track("A/CD2/1.mp3", { artist: "X", album: "A", track: 1 }),
      track("A/CD 1/2.mp3", { artist: "X", album: "A", track: 2 }),
      track("A/CD 1/1.mp3", { artist: "X", album: "A", track: 1 }),
      track("A/bonus.mp3", { artist: "X", album: "A", disc: 3 })
    )
  ).toEqual([
    {
      album: "X: A",
      tracks: ["10001 A/CD 1/1.mp3", "10002 A/CD 1/2.mp3", "20001 A/CD2/1.mp3", "30001 A/bonus.mp3"]
    }
  ])
})

it("what names no album is one by its folder, in the order of its names", () => {
  expect(
    shown(track("Tapes/10.mp3"), track("Tapes/2.mp3"), track("Tapes/CD2/1.mp3"), track("loose.mp3"))
  ).toEqual([
    { album: "several: Tapes", tracks: ["10001 Tapes/2.mp3", "10002 Tapes/10.mp3", "20001 Tapes/CD2/1.mp3"] },
    { album: "several: music", tracks: ["10001 loose.mp3"] }
  ])
})

it("the same tracks give the same albums, whatever their order, and another library others", () => {
  const tracks = [track("a/1.mp3", { album: "A" }), track("a/2.mp3", { album: "A" }), track("b/1.mp3")]
  const sorted = (all: ReturnType<typeof albumsOf>) => all.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  expect(sorted(albumsOf("l", tracks.toReversed()))).toEqual(sorted(albumsOf("l", tracks)))
  expect(albumsOf("m", tracks).map(({ key }) => key)).not.toEqual(albumsOf("l", tracks).map(({ key }) => key))
})
