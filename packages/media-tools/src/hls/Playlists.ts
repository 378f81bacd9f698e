import type { Rendition } from "./Ladder.ts"
import { rateOf } from "./FrameRate.ts"
import { partGrid } from "./SegmentParts.ts"
import type { SegmentTable } from "./SegmentTable.ts"
import type { TrackChoice } from "./TrackChoice.ts"

export const PLAYLIST_CONTENT_TYPE = "application/vnd.apple.mpegurl"
export const SEGMENT_CONTENT_TYPE = "video/mp2t"

/** Query parameters that every URI in a playlist inherits from the request. */
export interface UriQuery {
  readonly token?: string | undefined
  readonly tracks?: TrackChoice | undefined
  /** True for players that request the parts of segments. */
  readonly hasParts?: boolean | undefined
}

/** Builds the master playlist, best rendition first. */
export const masterPlaylist = (
  table: SegmentTable,
  renditions: ReadonlyArray<Rendition>,
  query: UriQuery = {}
): string => {
  const suffix = querySuffix(query, query.hasParts === true ? ["parts=true"] : [])
  const rate = rateOf(table.fps).toFixed(3)
  const variants = renditions.map(
    (rendition) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${rendition.bandwidth},AVERAGE-BANDWIDTH=${rendition.averageBandwidth},` +
      `RESOLUTION=${rendition.width}x${rendition.frameHeight},FRAME-RATE=${rate},` +
      `CODECS="${rendition.codecs}"${rendition.mode === "copy" ? ",X-COPY=YES" : ""}\n${rendition.height}p.m3u8${suffix}`
  )
  return ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS", ...variants, ""].join("\n")
}

/**
 * Builds the complete VOD playlist of one rendition. It lists every segment, even if the segment does not exist yet.
 */
export const variantPlaylist = (
  table: SegmentTable,
  height: number,
  uriOf = (n: number): string => `${height}p/${n}.ts`,
  query: UriQuery = {}
): string => {
  const suffix = querySuffix(query)
  return listed(table.durations.map((seconds, n) => ({ seconds, uri: `${uriOf(n)}${suffix}` })))
}

/** Builds the playlist of one rendition in which each part of a segment is a segment of its own. */
export const partsPlaylist = (
  table: SegmentTable,
  { height, mode }: Pick<Rendition, "height" | "mode">,
  query: UriQuery = {}
): string => {
  const { firsts, frames, segments } = partGrid(table, mode)
  return listed(
    segments.map((n, i) => ({
      seconds: ((frames[i + 1]! - frames[i]!) * table.fps.den) / table.fps.num,
      uri: `${height}p/${n}.ts${querySuffix(query, mode === "copy" ? [] : [`part=${i - firsts[n]!}`])}`
    }))
  )
}

interface Listed {
  readonly seconds: number
  readonly uri: string
}

const listed = (segments: ReadonlyArray<Listed>): string => {
  const longest = segments.reduce((max, { seconds }) => Math.max(max, seconds), 1)
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:6",
    `#EXT-X-TARGETDURATION:${Math.round(longest)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS"
  ]
  for (const { seconds, uri } of segments) lines.push(`#EXTINF:${seconds.toFixed(6)},`, uri)
  lines.push("#EXT-X-ENDLIST", "")
  return lines.join("\n")
}

const querySuffix = ({ token, tracks }: UriQuery, own: ReadonlyArray<string> = []): string => {
  const parts = [
    ...own,
    ...(tracks?.audio === undefined ? [] : [`audio=${tracks.audio}`]),
    ...(tracks?.subtitle === undefined ? [] : [`subtitle=${tracks.subtitle}`]),
    ...(token === undefined || token === "" ? [] : [`access_token=${encodeURIComponent(token)}`])
  ]
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}
