import * as Spec from "@media/testkit/Spec"
import { it } from "vitest"
import { videoDecider } from "./decider.ts"
import type { ItemEvent } from "../../catalog/items/events.ts"
import type { VideoEvent } from "./events.ts"

const id = "01900000-0000-7000-8000-000000000001"
const file = { size: 10, mtimeMs: 20 }
const registered: ItemEvent = {
  _tag: "item.registered.v1",
  kind: "video",
  libraryId: id,
  title: "Film",
  rootId: id,
  path: "film.mp4",
  pathBytes: "ZmlsbS5tcDQ=",
  ...file
}
const probed = { _tag: "video.probed.v1", ...file } as VideoEvent
const restamped: ItemEvent = { _tag: "item.file-restamped.v1", size: 11, mtimeMs: 21 }
const spec = Spec.decider(videoDecider)

it("records a failed conversion until a later conversion succeeds or the file changes", () => {
  const fail = { _tag: "RecordPlaybackFailure", ...file, reason: "It ends early" } as const
  const failure: VideoEvent = { _tag: "video.playback-failed.v1", ...file, reason: "It ends early" }
  const restored: VideoEvent = { _tag: "video.playback-restored.v1" }
  spec.given(registered, probed).when(fail, fail).then(failure)
  spec.given(registered, probed, restamped).when(fail).rejects("ProbeOutdated")
  spec
    .given(registered, probed, failure)
    .when({ _tag: "RestorePlayback" }, { _tag: "RestorePlayback" })
    .then(restored)
  spec.given(registered, probed, failure, restamped).when({ _tag: "RestorePlayback" }).nothing()
})
