import { expect, it } from "vitest"
import { albumBy, artistsOf, heardOn, isVarious } from "./artists.ts"

const names = (artists: ReturnType<typeof artistsOf>) => artists.map(({ name }) => name)

it("splits the artists in a tag only at semicolons", () => {
  expect(names(artistsOf("Ann; Bo ;Cé;; ann"))).toEqual(["ann", "Bo", "Cé"])
  expect(names(artistsOf("AC/DC & Friends, feat. Bo"))).toEqual(["AC/DC & Friends, feat. Bo"])
  expect(artistsOf(null)).toEqual([])
})

it("gives an artist the same id regardless of case", () => {
  const [one] = artistsOf("The  Band")
  expect(artistsOf("the band")[0]?.artistId).toBe(one?.artistId)
  expect(artistsOf("Band")[0]?.artistId).not.toBe(one?.artistId)
})

it("returns the track artist, or else the album artist", () => {
  expect(names(heardOn({ artist: "Ann", albumArtist: "Bo" }))).toEqual(["Ann"])
  expect(names(heardOn({ artist: null, albumArtist: "Bo" }))).toEqual(["Bo"])
  expect(heardOn({ artist: null, albumArtist: "Various  artists" })).toEqual([])
  expect(["VA", "various", "V.A."].every(isVarious)).toBe(true)
})

it("assigns a compilation to Various Artists", () => {
  expect(names(albumBy({ artist: null, isVarious: true }))).toEqual(["Various Artists"])
  expect(albumBy({ artist: null, isVarious: false })).toEqual([])
  expect(names(albumBy({ artist: "Ann; Bo", isVarious: false }))).toEqual(["Ann", "Bo"])
})
