import type { FollowUp } from "../../FollowUp.ts"
import { pictureOf } from "./queue.ts"

export const pictureFollowUp: FollowUp = {
  after: ["media-probe", "audio-probe", "book-read"],
  jobs: (item) => [pictureOf(item)]
}
