import type { Rendition } from "./Ladder.ts"
import { rateOf } from "./FrameRate.ts"
import type { SegmentTable } from "./SegmentTable.ts"

export const PLAYLIST_CONTENT_TYPE = "application/vnd.apple.mpegurl"
export const SEGMENT_CONTENT_TYPE = "video/mp2t"

/** Master playlist, best rendition first. `token` is put on every URI as `access_token`. */
export const masterPlaylist = (
  table: SegmentTable,
  renditions: ReadonlyArray<Rendition>,
  token?: string
): string => {
  const suffix = tokenSuffix(token)
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
export const variantPlaylist = (table: SegmentTable, height: number, token?: string): string => {
  const suffix = tokenSuffix(token)
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
    lines.push(`#EXTINF:${seconds.toFixed(6)},`, `${height}p/${n}.ts${suffix}`)
  })
  lines.push("#EXT-X-ENDLIST", "")
  return lines.join("\n")
}

const tokenSuffix = (token: string | undefined): string =>
  token === undefined || token === "" ? "" : `?access_token=${encodeURIComponent(token)}`
