import type { Video } from "@media/features/media/videos/contract"
import { translate } from "@/lib/messages"
import { messages } from "../messages"

/** Returns the reason why a video has no subtitles to show. */
export const noSubtitles = ({ streams, subtitles }: Video): string => {
  if (subtitles.length > 0) return translate(messages, "subtitlesNoText")
  const hasStreams = streams.some(({ kind }) => kind === "subtitle")
  return translate(messages, hasStreams ? "subtitlesNotYet" : "subtitlesNone")
}
