import { history, privateHistory, type SliceHistory } from "../../EventHistory.ts"

export const seriesHistory: SliceHistory = {
  ...history(
    { kind: "files", target: "item" },
    {
      "video.classified.v1": "decided whether {target} is a movie, an episode or another video",
      "series.described.v1": "updated the details of the series {target}",
      "season.described.v1": "updated the details of the season {target}"
    }
  ),
  ...history(
    { kind: "items", target: "item" },
    {
      "video.numbered.v1": "changed the season and episode numbers of {target}",
      "video.renumbered.v1": "changed the season and episode numbers of {target}"
    }
  ),
  ...history(
    { kind: "items", target: "item", targetIn: "into" },
    {
      "series.merged.v1": "merged another series into {target}",
      "series.split.v1": "separated a merged series from {target}"
    }
  ),
  ...history(
    { kind: "files", target: "library", targetIn: "libraryId" },
    { "series-scan.finished.v1": "sorted the videos of {target} into movies and series" }
  ),
  ...privateHistory({
    "next-up.dismissed.v1": "removed {target} from Next episodes",
    "next-up.restored.v1": "restored {target} in Next episodes"
  })
}
