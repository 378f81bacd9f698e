import { defineMessages } from "@/lib/messages"

/** Messages for the dialog that merges two series. */
export const messages = defineMessages("mergeSeries", {
  cancel: "Cancel",
  choose: "Merge into",
  explanation:
    "Use this when the same series is listed twice. Its episodes move to the series that you select, and later scans keep them there. Files are not changed.",
  find: "Find a series",
  loadFailed: "The series could not be loaded",
  merge: "Merge",
  merged: "{from} merged into {into}",
  movedEpisodes: "{count} episode moves | {count} episodes move",
  movedSeasons: "from {count} season. | from {count} seasons.",
  moves: "What changes",
  noMatch: "No other series in this library matches.",
  notCounted: "The changes could not be previewed",
  notMerged: "The series could not be merged",
  keeps:
    "{into} keeps its own details, and missing details are copied to it. Ratings and favorites are kept, too.",
  title: "Merge {title} into another series",
  versions:
    "{count} of them becomes a version of an episode with the same number. | {count} of them become versions of episodes with the same numbers."
})
