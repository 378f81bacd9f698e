import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns steps that classify videos, create series and seasons, and attach videos to each other. */
export const seriesSteps = ({
  accounts,
  appendTo,
  later,
  libraries,
  random,
  videos
}: World): ReadonlyArray<Step> => {
  const maybe = <A>(value: A): A | null => random.oneOf([value, null])
  const classify = () => {
    const role = random.oneOf(["movie", "episode", "video"])
    return later({
      _tag: "video.classified.v1",
      ...{ role, isByHand: random.below(3) === 0, title: maybe("A title"), shownTitle: maybe("Shown") },
      ...{ year: maybe(1999), ids: random.oneOf([{}, { tmdb: "603" }]), parser: 1 + random.below(2) },
      ...(role !== "episode"
        ? {}
        : {
            series: { title: "The Series", year: maybe(2001), ids: {} },
            ...{ season: random.below(3), episode: maybe(random.below(9)), episodeEnd: maybe(9) },
            ...{ absolute: maybe(3), airDate: maybe("2018-03-24") },
            airs: random.oneOf([null, { beforeSeason: 1, beforeEpisode: 2 }, { afterSeason: 2 }])
          }),
      proof: [{ segment: "S01", start: 0, end: 3, text: "S01", rule: "sxxeyy", means: "season 1" }]
    } as never)
  }
  const number = () =>
    later({
      _tag: "video.numbered.v1",
      ...{ libraryId: random.oneOf(libraries).id, season: maybe(2), episode: maybe(random.below(9)) },
      ...{ episodeEnd: maybe(9), airDate: maybe("2018-03-24") }
    } as never)
  const renumber = () =>
    later({
      _tag: "video.renumbered.v1",
      ...{
        libraryId: random.oneOf(libraries).id,
        ref: uuidv7(),
        season: maybe(3),
        shownTitle: maybe("Shown")
      },
      ...{ episode: maybe(random.below(9)), episodeEnd: maybe(9), airDate: maybe("2018-03-25") }
    } as never)
  const seriesIds: Array<string> = []
  const describe = async () => {
    const id = uuidv7()
    const seasonId = uuidv7()
    seriesIds.push(id)
    videos.push(id, seasonId)
    const begun = { _tag: "item.group-registered.v1", title: "Series", folder: null }
    await appendTo(id, { ...begun, kind: "series" } as never)
    await appendTo(id, {
      _tag: "series.described.v1",
      ...{ key: uuidv7(), year: maybe(2001), ids: { tvdb: "3" }, title: maybe("Described") }
    } as never)
    await appendTo(seasonId, { ...begun, kind: "season" } as never)
    await appendTo(seasonId, { _tag: "season.described.v1", seriesId: id, number: random.below(9) } as never)
    await appendTo(seasonId, { _tag: "item.placed.v1", parentId: id, ordinal: 1 } as never)
  }
  const merge = () => {
    const id = random.oneOf([...seriesIds, uuidv7()])
    const event = { libraryId: random.oneOf(libraries).id, into: random.oneOf([...seriesIds, uuidv7()]) }
    const _tag = random.oneOf(["series.merged.v1", "series.merged.v1", "series.split.v1"])
    return appendTo(id, { _tag, ...event } as never)
  }
  return [
    classify,
    classify,
    merge,
    number,
    renumber,
    describe,
    () =>
      later(
        random.oneOf([
          {
            _tag: "item.attached.v1",
            ...{ to: random.oneOf(videos), as: random.oneOf(["version", "part", "extra"]) },
            ...{ label: maybe("4K"), number: maybe(2), extraType: maybe("trailer"), isByHand: true }
          },
          { _tag: "item.detached.v1", role: random.oneOf(["movie", "episode", "video"]) }
        ]) as never
      ),
    () => {
      const { id: libraryId } = random.oneOf(libraries)
      return appendTo(uuidv7(), {
        _tag: "series-scan.finished.v1",
        ...{ libraryId, parser: 1 + random.below(2), videosAs: "mixed" }
      } as never)
    },
    () =>
      appendTo(uuidv7(), {
        _tag: random.oneOf(["next-up.dismissed.v1", "next-up.dismissed.v1", "next-up.restored.v1"]),
        ...{ accountId: random.oneOf(accounts), seriesId: random.oneOf([...seriesIds, uuidv7()]) }
      } as never)
  ]
}
