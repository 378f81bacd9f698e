import type { Video } from "@media/features/media/videos/contract"
import { api } from "@/api"
import { codeOf } from "@/features/series/episodeWords"
import type { Neighbor, Neighbors } from "@/viewers/neighbors"

/** The file of a work with this label, or the primary one: viewers of a cut or a language stay with it. */
const versionOf = ({ id, versions }: Video["work"], label: string | null): string =>
  (label === null ? undefined : versions.find((version) => version.label === label)?.id) ?? id

/** The episodes before and after an episode, in the order of its series. `label` is the version that plays. */
export const adjacentEpisodes = async (
  id: string,
  label: string | null,
  signal: AbortSignal
): Promise<Neighbors> => {
  const read = async (other: string | null): Promise<Neighbor | undefined> => {
    if (other === null) return undefined
    const episode = await api.episodes.get({ path: { id: other }, signal })
    if (episode.status !== "ready") return undefined
    const title = [codeOf(episode), episode.title].filter(Boolean).join(" · ")
    return { ...episode, id: versionOf(episode.work, label), title }
  }
  const { next, previous } = await api.episodes.get({ path: { id }, signal })
  const [before, after] = await Promise.all([read(previous), read(next)])
  return { previous: before, next: after }
}
