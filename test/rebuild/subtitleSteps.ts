import type { World } from "./World.ts"

/** Appends an event that adds subtitle tracks found by a scan, or changes a track that a user has uploaded. */
export const subtitleStep = ({ appendTo, random, videos }: World): Promise<unknown> => {
  const video = random.oneOf(videos)
  const later = (event: { readonly _tag: string }) => appendTo(video, event)
  /**
   * Returns a track. Each item has only nine possible track ids, so that ids collide within an item but never between
   * items.
   */
  const track = () => ({
    id: `${video.slice(0, -1)}${random.below(9)}`,
    language: random.oneOf(["en", "pt-BR", null]),
    title: random.oneOf([null, "Commentary"]),
    format: "srt",
    isDefault: random.below(2) === 0,
    isForced: random.below(2) === 0,
    isHearingImpaired: false,
    cues: random.below(99)
  })
  const embedded = (stream: number) => ({
    ...track(),
    source: "embedded",
    stream,
    path: null,
    pathHash: null,
    size: null,
    mtimeMs: null,
    failure: null
  })
  return random.oneOf([
    () =>
      later({
        _tag: "subtitle.extracted.v1",
        size: 1,
        mtimeMs: random.below(9),
        tracks: Array.from({ length: random.below(3) }, (_, stream) => embedded(stream))
      } as never),
    () => later({ _tag: "subtitle.uploaded.v1", track: track() } as never),
    () => later({ _tag: "subtitle.labeled.v1", ...track() } as never),
    () => later({ _tag: "subtitle.removed.v1", id: track().id } as never)
  ])()
}
