import type { Video } from "@media/features/media/videos/contract"
import { messages } from "@/features/items/page/itemMessages"
import { runtime } from "@/features/items/state/runtime"
import { codecName } from "@/lib/codecName"
import { resolutionName } from "@/lib/format"
import { translate } from "@/lib/messages"

export const channelWords = (channels: number): string =>
  channels === 1
    ? translate(messages, "mono")
    : channels === 2
      ? translate(messages, "stereo")
      : translate(messages, "surround", { count: channels })

/**
 * Returns the facts at the top of the page: duration, resolution, video codec, and audio codec with channels. Unknown
 * facts are undefined.
 */
export const factsOf = (
  video: Pick<Video, "audioCodec" | "duration" | "height" | "streams" | "videoCodec" | "width">
): ReadonlyArray<string | undefined> => {
  const sound = video.streams.find(({ kind }) => kind === "audio")
  const channels = sound?.channels ? channelWords(sound.channels) : undefined
  return [
    video.duration === null ? undefined : runtime(video.duration),
    resolutionName(video.width, video.height),
    video.videoCodec === null ? undefined : codecName(video.videoCodec),
    video.audioCodec === null ? undefined : [codecName(video.audioCodec), channels].filter(Boolean).join(" ")
  ]
}
