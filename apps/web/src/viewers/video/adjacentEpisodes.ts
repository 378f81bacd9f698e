import { api } from "@/api"
import { codeOf } from "@/features/series/episodeWords"
import type { Neighbor, Neighbors } from "@/viewers/neighbors"

/** The episodes before and after an episode, in the order of its series. */
export const adjacentEpisodes = async (id: string, signal: AbortSignal): Promise<Neighbors> => {
  const read = async (other: string | null): Promise<Neighbor | undefined> => {
    if (other === null) return undefined
    const episode = await api.episodes.get({ path: { id: other }, signal })
    if (episode.status !== "ready") return undefined
    const title = [codeOf(episode), episode.title].filter(Boolean).join(" · ")
    return { ...episode, title }
  }
  const { next, previous } = await api.episodes.get({ path: { id }, signal })
  const [before, after] = await Promise.all([read(previous), read(next)])
  return { previous: before, next: after }
}
