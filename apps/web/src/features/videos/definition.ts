import type { Video, VideoSummary } from "@media/features/media/videos/contract"
import { defineAsyncComponent } from "vue"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { moving } from "@/features/items/list/filter"
import { messages } from "@/features/items/list/listMessages"
import { watchRoute } from "@/features/watch/watchRoute"
import { codecName } from "@/lib/codecName"
import { clock, resolutionName } from "@/lib/format"
import { translate } from "@/lib/messages"
import { kind } from "./kind"

/** The component loads when the pointer first rests on a card. */
const VideoMotion = defineAsyncComponent(() => import("./VideoMotion.vue"))

/**
 * Returns true if the card shows a badge with the resolution. Only 4K gets a badge, because a badge on every card
 * would be meaningless.
 */
const isSharp = (resolution: string | undefined): boolean => resolution === "4K"
const codecsOf = ({ audioCodec, videoCodec }: VideoSummary): string =>
  [videoCodec, audioCodec].flatMap((codec) => (codec === null ? [] : [codecName(codec)])).join(" / ")

export const videoDefinition: ItemDefinition<VideoSummary, Video> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "duration", "size", "resolution", "rating", "lastPlayedAt", "random"],
  aspect: 16 / 9,
  look: ({ duration, height, playbackFailure, width }) => {
    const resolution = resolutionName(width, height)
    return {
      badge: isSharp(resolution) ? resolution : undefined,
      corner: duration === null ? undefined : clock(duration),
      duration,
      playbackFailure,
      isUpright: height !== null && width !== null && height > width
    }
  },
  motion: VideoMotion,
  hasMotion: ({ clip, trickplay }) => Boolean(trickplay ?? clip),
  columns: () => [
    {
      key: "resolution",
      label: translate(messages, "resolution"),
      width: "104px",
      sort: "resolution",
      from: 760,
      text: ({ height, width }) => resolutionName(width, height)
    },
    { key: "codecs", label: translate(messages, "codecs"), width: "128px", from: 1_080, text: codecsOf },
    {
      key: "duration",
      label: translate(messages, "duration"),
      width: "88px",
      align: "end",
      sort: "duration",
      from: 340,
      text: ({ duration }) => (duration === null ? undefined : clock(duration))
    }
  ],
  playTo: (id, from) => watchRoute(id, { fromStart: from === "start" }),
  list: ({ sort, ...filter }, page, perPage, signal) =>
    api.videos.list({ query: { ...filter, sort: moving(sort), page, perPage }, signal }),
  get: (id, signal) => api.videos.get({ path: { id }, signal }),
  update: (id, patch) => api.videos.update({ path: { id }, body: patch }),
  own: api.videos
}
