import type { AudioTrack, AudioTrackSummary } from "@media/features/media/audio/contract"
import { DiscAlbum, Users } from "@lucide/vue"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { heard } from "@/features/items/list/filter"
import { clock } from "@/lib/format"
import { translate } from "@/lib/messages"
import { audioElements } from "@/viewers/audio/elements"
import { kind } from "./kind"
import { messages } from "./listWords"

export const trackDefinition: ItemDefinition<AudioTrackSummary, AudioTrack> = {
  ...kind,
  sorts: ["createdAt", "title", "artist", "album", "date", "duration", "size", "rating", "random"],
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
      sort: "artist",
      width: "160px",
      from: 760,
      text: ({ artist }) => artist ?? undefined
    },
    {
      key: "album",
      label: translate(messages, "album"),
      sort: "album",
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
  // The home page and other mixed lists do not load these fields, so they are optional here.
  links: ({ albumId, artists }: Partial<AudioTrackSummary>) => [
    ...(albumId
      ? [
          {
            label: translate(messages, "goToAlbum"),
            icon: DiscAlbum,
            to: { name: "album", params: { id: albumId } }
          }
        ]
      : []),
    ...(artists ?? []).map(({ id, name }, _n, all) => ({
      label:
        all.length === 1 ? translate(messages, "goToArtist") : translate(messages, "goToNamed", { name }),
      icon: Users,
      to: { name: "artist", params: { id } }
    }))
  ],
  listen: (...wanted) => {
    // Safari allows an audio element to play only if the element was created during a user gesture. The elements are
    // therefore created here, before the player has loaded.
    audioElements()
    void import("@/viewers/audio/listen").then(({ listen }) => listen(...wanted))
  },
  list: ({ sort, ...filter }, page, perPage, signal) =>
    api.audioTracks.list({ query: { ...filter, sort: heard(sort), page, perPage }, signal }),
  get: (id, signal) => api.audioTracks.get({ path: { id }, signal }),
  update: (id, patch) => api.audioTracks.update({ path: { id }, body: patch }),
  own: api.audioTracks
}
