import type { Series } from "@media/features/media/series/contract"
import { lasting } from "@/lib/storage"

type Seasons = ReadonlyArray<Pick<Series["seasons"][number], "number">>
const keyOf = (seriesId: string): string => `season-of-${seriesId}`

export const rememberSeason = (seriesId: string, number: number): void =>
  lasting.write(keyOf(seriesId), String(number))

/**
 * Returns the season to show, which is the first of these that exists:
 * - the season in the URL
 * - the season that was shown last
 * - the season with the next episode
 * - the first season
 */
export const seasonShown = <S extends Seasons>(
  seriesId: string,
  seasons: S,
  asked: string | undefined,
  next: number | null | undefined
): S[number] | undefined => {
  const remembered = lasting.read(keyOf(seriesId))
  const wanted = [asked, remembered, next]
    .filter((number) => number !== undefined && number !== null && number !== "")
    .map(Number)
  const known = wanted.flatMap((number) => seasons.find((season) => season.number === number) ?? [])
  return known[0] ?? seasons.find(({ number }) => number > 0) ?? seasons[0]
}
