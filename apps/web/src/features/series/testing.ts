import type { EpisodeSummary } from "@media/features/media/series/episodeContract"
import { itemFixture } from "@/features/items/testing"

/** Test fixture: a playable episode. */
export const episodeOf = (over: Partial<EpisodeSummary> = {}): EpisodeSummary =>
  ({
    ...itemFixture,
    kind: "video",
    type: "episode",
    title: "Pilot",
    duration: 1_440,
    width: 1_920,
    height: 1_080,
    series: { id: "s1", title: "Harbor Lights" },
    seasonId: "n1",
    season: 1,
    episode: 1,
    episodeEnd: null,
    absolute: null,
    airDate: null,
    ...over
  }) as EpisodeSummary
