import { expect, it } from "vitest"
import { ladder } from "./Ladder.ts"
import { masterPlaylist, partsPlaylist, variantPlaylist } from "./Playlists.ts"
import { segmentTable } from "./SegmentTable.ts"
import { probeFacts, videoFacts } from "./TestFacts.ts"

const facts = probeFacts({ durationSeconds: 25 }, [videoFacts({ codec: "hevc", durationSeconds: 25 })])
const table = segmentTable(facts)!

it("lists the renditions in the master playlist", () => {
  const lines = masterPlaylist(table, ladder(facts, table)).split("\n")
  expect(lines.slice(0, 3)).toEqual(["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"])
  expect(lines[3]).toMatch(
    /^#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=1920x1080,FRAME-RATE=25.000,CODECS="avc1.640028"$/
  )
  expect(lines[4]).toBe("1080p.m3u8")
})

it("lists every segment before any segment exists", () => {
  expect(variantPlaylist(table, 720)).toBe(
    [
      "#EXTM3U",
      "#EXT-X-VERSION:6",
      "#EXT-X-TARGETDURATION:10",
      "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD",
      "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXTINF:10.000000,",
      "720p/0.ts",
      "#EXTINF:10.000000,",
      "720p/1.ts",
      "#EXTINF:5.000000,",
      "720p/2.ts",
      "#EXT-X-ENDLIST",
      ""
    ].join("\n")
  )
})

it("lists encoded segments as parts, and copied segments as a whole", () => {
  const lines = partsPlaylist(table, { height: 720, mode: "encode" }, { token: "x" }).split("\n")
  expect(lines[2]).toBe("#EXT-X-TARGETDURATION:2")
  expect(lines.filter((line) => line.endsWith("access_token=x"))).toEqual(
    [0, 1, 2].flatMap((n) =>
      (n < 2 ? [0, 1, 2, 3, 4] : [0, 1, 2]).map((part) => `720p/${n}.ts?part=${part}&access_token=x`)
    )
  )
  expect(lines.filter((line) => line.startsWith("#EXTINF")).slice(-2)).toEqual([
    "#EXTINF:2.000000,",
    "#EXTINF:1.000000,"
  ])
  const copied = partsPlaylist(table, { height: 1080, mode: "copy" })
  expect(copied).toBe(variantPlaylist(table, 1080))
  expect(masterPlaylist(table, ladder(facts, table), { hasParts: true })).toContain("720p.m3u8?parts=true")
})

it("adds the viewer's tracks and the token to every URI", () => {
  const query = { token: "a&b", tracks: { audio: 2, subtitle: 5 } }
  const uris = [
    masterPlaylist(table, ladder(facts, table), query),
    variantPlaylist(table, 720, undefined, query)
  ]
    .join("")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  expect(uris.length).toBeGreaterThan(3)
  expect(uris.every((uri) => uri.endsWith("?audio=2&subtitle=5&access_token=a%26b"))).toBe(true)
})
