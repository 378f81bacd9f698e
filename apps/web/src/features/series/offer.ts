import type { Series } from "@media/features/media/series/contract"
import type { EpisodeSummary } from "@media/features/media/series/episodeContract"
import { api } from "@/api"
import { timeLeft } from "@/features/items/state/runtime"
import { translate } from "@/lib/messages"
import { codeOf } from "./episodeWords"
import { messages } from "./messages"

/** The episode that the main button of a series plays, and the reason for this choice. */
export interface Offer {
  readonly kind: "continue" | "next" | "again"
  readonly episode: EpisodeSummary
}

/** Returns the label of the main button: "Continue S1 E3 · 12 min left", "Play S1 E1". */
export const offerText = ({ episode, kind }: Offer): string => {
  const what = codeOf(episode) ?? episode.title
  const { duration, userState } = episode
  if (kind === "again") return translate(messages, "playAgain", { what })
  if (kind === "next") return translate(messages, "play", { what })
  return duration === null
    ? translate(messages, "continue", { what })
    : translate(messages, "continueLeft", { what, left: timeLeft(duration, userState.position) })
}

/** Returns the seasons in play order. Specials are last, so that no series starts with specials. */
export const inPlayOrder = (seasons: Series["seasons"]): Series["seasons"] =>
  seasons.toSorted((a, b) => (a.number === 0 ? 1 : 0) - (b.number === 0 ? 1 : 0) || a.number - b.number)

const firstOf = async (seasons: Series["seasons"], signal: AbortSignal): Promise<Offer | undefined> => {
  for (const { episodeCount, id } of inPlayOrder(seasons)) {
    if (episodeCount === 0) continue
    const { items } = await api.seriesContents.episodes({
      path: { id },
      query: { page: 1, perPage: 100 },
      signal
    })
    const episode = items.find(({ status }) => status === "ready")
    if (episode) return { kind: "next", episode }
  }
  return undefined
}

/**
 * Finds the episode in progress, or else the next episode, or else the first episode. Returns undefined if no episode
 * can be played.
 */
export const findOffer = async (
  { id, nextUp, seasons }: Pick<Series, "id" | "nextUp" | "seasons">,
  signal: AbortSignal
): Promise<Offer | undefined> => {
  const begun = await api.episodes.list({
    query: {
      ...{ seriesId: id, isInProgress: true, status: "ready" },
      ...{ sort: "lastPlayedAt", order: "desc", page: 1, perPage: 1 }
    },
    signal
  })
  const [episode] = begun.items
  if (episode) return { kind: "continue", episode }
  if (nextUp) return { kind: nextUp.isAgain ? "again" : "next", episode: nextUp.episode }
  return firstOf(seasons, signal)
}
