/** An episode with the history of one viewer. */
export interface Seen {
  readonly id: string
  readonly season: number
  readonly ordinal: number
  readonly airDate: string | null
  readonly beforeSeason: number | null
  readonly beforeEpisode: number | null
  readonly afterSeason: number | null
  readonly isMissing: boolean
  readonly isHidden: boolean
  readonly isWatched: boolean
  readonly watchedAt: number | null
  readonly isMarked: boolean
  readonly playCount: number
  readonly playedAt: number | null
  readonly isInProgress: boolean
}

type PlayPosition = readonly [season: number, turn: number, position: number]

/** Returns the position of an episode in play order, or undefined for a special without a known position. */
const playPositionOf = (episode: Seen, regular: ReadonlyArray<Seen>): PlayPosition | undefined => {
  const { afterSeason, airDate, beforeEpisode, beforeSeason, ordinal, season } = episode
  if (season !== 0) return [season, 1, ordinal]
  if (beforeSeason !== null)
    return beforeEpisode === null ? [beforeSeason, 0, 0] : [beforeSeason, 1, beforeEpisode * 1_000 - 0.5]
  if (afterSeason !== null) return [afterSeason, 2, 0]
  if (airDate === null) return undefined
  const before = regular.filter((each) => each.airDate !== null && each.airDate <= airDate)
  const isFollowed = regular.some((each) => each.airDate !== null && each.airDate > airDate)
  const last = before.toSorted((a, b) => a.season - b.season || a.ordinal - b.ordinal).at(-1)
  return last === undefined || !isFollowed ? undefined : [last.season, 1, last.ordinal + 0.5]
}

/** Returns the episodes of a series in play order, without specials whose position is unknown. */
const inPlayOrder = (episodes: ReadonlyArray<Seen>): ReadonlyArray<Seen> => {
  const regular = episodes.filter(({ season }) => season !== 0)
  return episodes
    .flatMap((episode) => {
      const position = playPositionOf(episode, regular)
      return position === undefined ? [] : [{ episode, position }]
    })
    .toSorted(
      (a, b) =>
        a.position[0] - b.position[0] ||
        a.position[1] - b.position[1] ||
        a.position[2] - b.position[2] ||
        ((a.episode.airDate ?? "") < (b.episode.airDate ?? "")
          ? -1
          : (a.episode.airDate ?? "") > (b.episode.airDate ?? "")
            ? 1
            : 0) ||
        a.episode.ordinal - b.episode.ordinal ||
        (a.episode.id < b.episode.id ? -1 : 1)
    )
    .map(({ episode }) => episode)
}

/**
 * Returns the next episode to offer. Applies the documented rules one by one, so that the tests can compare the result
 * with the SQL query.
 */
export const nextUpBy = (episodes: ReadonlyArray<Seen>, since: number) => {
  const isTouched = episodes.some(
    ({ playedAt, watchedAt }) => (watchedAt ?? 0) > since || (playedAt ?? 0) > since
  )
  if (!isTouched) return undefined
  const order = inPlayOrder(episodes).filter(({ isHidden }) => !isHidden)
  const offer = (episode: Seen | undefined, isAgain: boolean, from: number) => {
    if (episode === undefined || episode.isInProgress) return undefined
    const skipped = order.slice(from + 1, order.indexOf(episode))
    const isAfterGap = from >= 0 && skipped.some(({ isMissing, isWatched }) => isMissing && !isWatched)
    return { episodeId: episode.id, isAgain, isAfterGap }
  }

  let anchor = -1
  for (const [index, episode] of order.entries()) {
    if (!episode.isWatched) continue
    const laterInSeason = order.slice(index + 1).filter(({ season }) => season === episode.season)
    if (episode.isMarked && laterInSeason.some(({ isWatched }) => isWatched)) continue
    if (anchor < 0 || episode.watchedAt! >= order[anchor]!.watchedAt!) anchor = index
  }
  if (anchor < 0) {
    const begun = order.filter(
      ({ isMissing, isWatched, playedAt }) => playedAt !== null && !isWatched && !isMissing
    )
    return offer(begun.toSorted((a, b) => b.playedAt! - a.playedAt!)[0], false, -1)
  }
  const following = order.slice(anchor + 1).filter(({ isMissing }) => !isMissing)
  const next = following.find(({ isWatched }) => !isWatched)
  if (next !== undefined) return offer(next, false, anchor)
  return order[anchor]!.playCount > 1 ? offer(following[0], true, anchor) : undefined
}
