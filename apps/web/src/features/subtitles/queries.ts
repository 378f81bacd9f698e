import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"
import type { SubtitlePatch, TranscriptHit } from "@media/features/playback/subtitles/contract"
import { request } from "@media/web-client/request"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api, apiContext } from "@/api"
import { itemKey } from "@/features/items/keys"
import { refresh } from "@/lib/queryCache"

/** Timeout of an upload in milliseconds, which is enough for 20 MiB over a slow connection. */
const UPLOAD_MS = 120_000

export type SubtitleChange =
  | { readonly kind: "add"; readonly file: File }
  | { readonly kind: "label"; readonly track: SubtitleTrack; readonly patch: SubtitlePatch }
  | { readonly kind: "remove"; readonly track: SubtitleTrack }

/** Uploads, relabels or removes subtitles of a video, and then reloads the video. */
export const useChangeSubtitles = (id: () => string) => {
  const cache = useQueryCache()
  return useMutation({
    mutation: async (change: SubtitleChange): Promise<void> => {
      if (change.kind === "add") {
        const body = new FormData()
        body.set("file", change.file)
        await request(apiContext, "POST", `/api/videos/${id()}/subtitles`, { body, timeoutMs: UPLOAD_MS })
        return
      }
      const path = { id: id(), trackId: change.track.id }
      if (change.kind === "label") await api.subtitlesAdmin.label({ path, body: change.patch })
      else await api.subtitlesAdmin.remove({ path })
    },
    onSettled: () => refresh(cache, { key: itemKey("video", id()) })
  })
}

/** The matches in one video. The matches of a video are adjacent in the response. */
export interface VideoHits {
  readonly videoId: string
  readonly title: string
  readonly hits: ReadonlyArray<TranscriptHit>
}

export const byVideo = (items: ReadonlyArray<TranscriptHit>): ReadonlyArray<VideoHits> => {
  const videos = new Map<string, { videoId: string; title: string; hits: Array<TranscriptHit> }>()
  for (const hit of items) {
    const known = videos.get(hit.videoId)
    if (known) known.hits.push(hit)
    else videos.set(hit.videoId, { videoId: hit.videoId, title: hit.title, hits: [hit] })
  }
  return [...videos.values()]
}

export const MOST_SHOWN = 500

type Found = Awaited<ReturnType<typeof api.subtitles.transcripts>>

/** Searches transcripts. Sends no request if the query is empty. */
export const useTranscripts = (q: () => string, perPage: () => number) =>
  useQuery({
    key: () => ["transcripts", q(), perPage()],
    enabled: () => q() !== "",
    // Keeps showing the current results while more results of the same query load. Clears them when the query changes.
    placeholderData: (found: Found | undefined, before) => (before?.key[1] === q() ? found : undefined),
    query: ({ signal }) =>
      api.subtitles.transcripts({ query: { q: q(), page: 1, perPage: perPage() }, signal })
  })
