import type { AudioTrack, AudioTrackSummary } from "@media/features/audio/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { unresolved } from "@/features/items/filter"
import { clock } from "@/lib/format"
import { translate } from "@/lib/messages"
import { audioElements } from "./bar/elements"
import { kind } from "./kind"
import { messages } from "./messages"

export const trackDefinition: ItemDefinition<AudioTrackSummary, AudioTrack> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "duration", "size", "rating", "random"],
  aspect: 1,
  look: ({ album, artist, duration }) => ({
    corner: duration === null ? undefined : clock(duration),
    facts: [artist ?? undefined, album ?? undefined],
    duration
  }),
  columns: () => [
    {
      key: "artist",
      label: translate(messages, "artist"),
      width: "160px",
      from: 760,
      text: ({ artist }) => artist ?? undefined
    },
    {
      key: "album",
      label: translate(messages, "album"),
      width: "160px",
      from: 1_080,
      text: ({ album }) => album ?? undefined
    },
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
  listen: (...wanted) => {
    // Within the press, as Safari wants it.
    audioElements()
    void import("./bar/listen").then(({ listen }) => listen(...wanted))
  },
  list: ({ sort, ...filter }, page, perPage, signal) =>
    api.audioTracks.list({ query: { ...filter, sort: unresolved(sort), page, perPage }, signal }),
  get: (id, signal) => api.audioTracks.get({ path: { id }, signal }),
  update: (id, patch) => api.audioTracks.update({ path: { id }, body: patch }),
  own: api.audioTracks
}
