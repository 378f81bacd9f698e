import { expect, it } from "vitest"
import { albumOrder, trackOrder, type OrderedTrack } from "./trackOrder.ts"

const track = (over: Partial<OrderedTrack>): OrderedTrack => ({
  artist: "Ann",
  album: "One",
  albumArtist: null,
  discNumber: null,
  trackNumber: null,
  ...over
})
/** Compares the bytes of the strings, as the database does. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const sorted = (by: "artistKey" | "albumKey", tracks: ReadonlyArray<OrderedTrack>) =>
  tracks.toSorted((a, b) => byBytes(trackOrder(a)[by], trackOrder(b)[by]))

it("sorts tracks by artist, album, disc and number, and puts tracks without an artist last", () => {
  const inOrder = [
    track({ artist: "Ab", album: "Z" }),
    track({ artist: "Abc", album: "A", trackNumber: 2 }),
    track({ artist: "Abc", album: "A", trackNumber: 10 }),
    track({ artist: "Abc", album: "A", discNumber: 2, trackNumber: 1 }),
    track({ artist: "The Abd", album: "Å" }),
    track({ artist: null, albumArtist: "Zed", album: null }),
    track({ artist: null, album: "A" })
  ]
  expect(sorted("artistKey", inOrder.toReversed())).toEqual(inOrder)
})

it("sorts by album, keeping all tracks of an album artist together", () => {
  const inOrder = [
    track({ artist: "Bo", albumArtist: "Ann", album: "Hits", trackNumber: 1 }),
    track({ artist: "Ann", albumArtist: "Ann", album: "Hits", trackNumber: 2 }),
    track({ artist: "Cy", album: "Hits", trackNumber: 1 })
  ]
  expect(sorted("albumKey", inOrder.toReversed())).toEqual(inOrder)
})

it("sorts albums by artist and year", () => {
  const keys = [
    { artist: "Ann", year: 1999 },
    { artist: "Ann", year: 2001 },
    { artist: "Bo", year: null },
    { artist: null, year: 1 }
  ].map(albumOrder)
  expect(keys.toSorted(byBytes)).toEqual(keys)
})

it("truncates long names so that they fit into an index", () => {
  const { artistKey } = trackOrder(track({ artist: "1🎬".repeat(250), album: "𝔄".repeat(500) }))
  expect(Buffer.byteLength(artistKey)).toBeLessThan(2_000)
  expect(artistKey.isWellFormed()).toBe(true)
})
