import { expect, it } from "vitest"
import { albumBy, artistsOf, heardOn, isVarious } from "./artists.ts"

const names = (artists: ReturnType<typeof artistsOf>) => artists.map(({ name }) => name)

it("a tag names several artists by semicolons alone", () => {
  expect(names(artistsOf("Ann; Bo ;Cé;; ann"))).toEqual(["ann", "Bo", "Cé"])
  expect(names(artistsOf("AC/DC & Friends, feat. Bo"))).toEqual(["AC/DC & Friends, feat. Bo"])
  expect(artistsOf(null)).toEqual([])
})

it("an artist is one, however the name is spelled, and no author of that name", () => {
  const [one] = artistsOf("The  Band")
  expect(artistsOf("the band")[0]?.artistId).toBe(one?.artistId)
  expect(artistsOf("Band")[0]?.artistId).not.toBe(one?.artistId)
})

it("who is heard is the artist of the track, else of the album, and never all of them", () => {
  expect(names(heardOn({ artist: "Ann", albumArtist: "Bo" }))).toEqual(["Ann"])
  expect(names(heardOn({ artist: null, albumArtist: "Bo" }))).toEqual(["Bo"])
  expect(heardOn({ artist: null, albumArtist: "Various  artists" })).toEqual([])
  expect(["VA", "various", "V.A."].every(isVarious)).toBe(true)
})

it("an album of several is by Various Artists", () => {
  expect(names(albumBy({ artist: null, isVarious: true }))).toEqual(["Various Artists"])
  expect(albumBy({ artist: null, isVarious: false })).toEqual([])
  expect(names(albumBy({ artist: "Ann; Bo", isVarious: false }))).toEqual(["Ann", "Bo"])
})
