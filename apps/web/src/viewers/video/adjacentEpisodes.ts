import type { Video } from "@media/features/media/videos/contract"
import { api } from "@/api"
import { codeOf } from "@/features/series/episodeWords"
import type { Neighbor, Neighbors } from "@/viewers/neighbors"

/**
 * Returns the id of the version with this label, so that users continue with the same cut or language in the next
 * episode. If no version has the label, returns the id of the primary version.
 */
const versionOf = ({ id, versions }: Video["work"], label: string | null): string =>
  (label === null ? undefined : versions.find((version) => version.label === label)?.id) ?? id

/** Returns the previous and next episodes of the series. `label` is the label of the version that is playing. */
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
