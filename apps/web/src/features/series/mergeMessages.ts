import { defineMessages } from "@/lib/messages"

/** Messages for the dialog that merges two series. */
export const messages = defineMessages("mergeSeries", {
  cancel: "Cancel",
  choose: "Merge into",
  explanation:
    "If a series is listed twice, merge the two entries. The episodes move to the series that you select, and later scans keep them there. Files are not changed.",
  find: "Find a series",
  loadFailed: "Couldn’t load the series",
  merge: "Merge",
  merged: "{from} merged into {into}",
  movedEpisodes: "{count} episode moves | {count} episodes move",
  movedSeasons: "from {count} season. | from {count} seasons.",
  moves: "What changes",
  noMatch: "No other series in this library matches your search.",
  notCounted: "Couldn’t preview the changes",
  notMerged: "Couldn’t merge the series",
  keeps:
    "{into} keeps its own details and gets the details that it lacks. Ratings and favorites are kept, too.",
  title: "Merge {title} into another series",
  versions:
    "{count} of these episodes becomes a version of an existing episode with the same number. | {count} of these episodes become versions of existing episodes with the same numbers."
})
