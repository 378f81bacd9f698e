import type { Rendition } from "./Ladder.ts"
import { rateOf } from "./FrameRate.ts"
import type { SegmentTable } from "./SegmentTable.ts"
import type { TrackChoice } from "./TrackChoice.ts"

export const PLAYLIST_CONTENT_TYPE = "application/vnd.apple.mpegurl"
export const SEGMENT_CONTENT_TYPE = "video/mp2t"

/** What every URI of a playlist carries on from the request for it. */
export interface UriQuery {
  readonly token?: string | undefined
  readonly tracks?: TrackChoice | undefined
}

/** Master playlist, best rendition first. */
export const masterPlaylist = (
  table: SegmentTable,
  renditions: ReadonlyArray<Rendition>,
  query: UriQuery = {}
): string => {
  const suffix = querySuffix(query)
  const rate = rateOf(table.fps).toFixed(3)
  const variants = renditions.map(
    (rendition) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${rendition.bandwidth},AVERAGE-BANDWIDTH=${rendition.averageBandwidth},` +
      `RESOLUTION=${rendition.width}x${rendition.frameHeight},FRAME-RATE=${rate},` +
      `CODECS="${rendition.codecs}"\n${rendition.height}p.m3u8${suffix}`
  )
  return ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS", ...variants, ""].join("\n")
}

/** Complete VOD playlist of one rendition: every segment is listed whether it exists yet or not. */
export const variantPlaylist = (
  table: SegmentTable,
  height: number,
  uriOf = (n: number): string => `${height}p/${n}.ts`,
  query: UriQuery = {}
): string => {
  const suffix = querySuffix(query)
  const longest = table.durations.reduce((max, seconds) => Math.max(max, seconds), 1)
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:6",
    `#EXT-X-TARGETDURATION:${Math.round(longest)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS"
  ]
  table.durations.forEach((seconds, n) => {
    lines.push(`#EXTINF:${seconds.toFixed(6)},`, `${uriOf(n)}${suffix}`)
  })
  lines.push("#EXT-X-ENDLIST", "")
  return lines.join("\n")
}

const querySuffix = ({ token, tracks }: UriQuery): string => {
  const parts = [
    ...(tracks?.audio === undefined ? [] : [`audio=${tracks.audio}`]),
    ...(tracks?.subtitle === undefined ? [] : [`subtitle=${tracks.subtitle}`]),
    ...(token === undefined || token === "" ? [] : [`access_token=${encodeURIComponent(token)}`])
  ]
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}
