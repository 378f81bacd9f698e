import type { FollowUp } from "../../FollowUp.ts"
import { albumsGroupedOf } from "./queue.ts"

export const albumFollowUp: FollowUp = {
  after: ["audio-probe"],
  jobs: ({ libraryId, triggeredBy }) => [albumsGroupedOf(libraryId, "Albums", triggeredBy)]
}
