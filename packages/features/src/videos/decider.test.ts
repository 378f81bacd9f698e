import * as Spec from "@media/testkit/Spec"
import { it } from "vitest"
import { videoDecider } from "./decider.ts"
import type { VideoEvent } from "./events.ts"

const id = "01900000-0000-7000-8000-000000000001"
const file = { size: 10, mtimeMs: 20 }
const registered: VideoEvent = {
  _tag: "video.registered.v1",
  libraryId: id,
  title: "Film",
  rootId: id,
  path: "film.mp4",
  pathBytes: "ZmlsbS5tcDQ=",
  ...file
}
const probed = { _tag: "video.probed.v1", ...file } as VideoEvent
const failed: VideoEvent = { _tag: "video.probe-failed.v1", ...file, reason: "broken" }
const deferred: VideoEvent = { _tag: "video.probe-deferred.v1", reason: "cancelled" }
const restamped: VideoEvent = { _tag: "video.file-restamped.v1", size: 11, mtimeMs: 21 }
const spec = Spec.decider(videoDecider)

it("what a machine finds out is no conflict with an edit", () => {
  const edit = (expectedVersion: number) =>
    ({ _tag: "Edit", changes: { title: "New" }, expectedVersion }) as const
  const edited: VideoEvent = {
    _tag: "video.edited.v1",
    changes: [{ field: "title", from: "Film", to: "New" }]
  }
  spec.given(registered, probed, restamped, failed, deferred).when(edit(0)).then(edited)
  spec.given(registered, edited, probed).when(edit(0)).rejects("Conflict")
})

it("an examination is put off once for each reason, and only while there is no answer", () => {
  const defer = { _tag: "DeferProbe", reason: "cancelled" } as const
  spec.given(registered).when(defer, defer).then(deferred)
  spec.given(registered, probed).when(defer).nothing()
  spec.given(registered, failed).when(defer).nothing()
  spec.given(registered, probed, restamped).when(defer).then(deferred)
})

it("an examination that is put off is noted anew when the file's rights changed and it still cannot be read", () => {
  const at = (ctimeMs: number) => ({ _tag: "DeferProbe", reason: "no permission", ctimeMs }) as const
  const noted = (ctimeMs: number): VideoEvent => ({
    _tag: "video.probe-deferred.v1",
    reason: "no permission",
    ctimeMs
  })
  spec.given(registered, noted(1)).when(at(1)).nothing()
  spec.given(registered, noted(1)).when(at(2), at(2)).then(noted(2))
})

it("an examination is asked for again where it failed or was put off", () => {
  const request = { _tag: "RequestProbe" } as const
  const requested: VideoEvent = { _tag: "video.probe-requested.v1" }
  spec.given(registered, failed).when(request, request).then(requested)
  spec.given(registered, deferred).when(request).then(requested)
  spec.given(registered).when(request).nothing()
  spec.given(registered, probed).when(request).nothing()
  spec.given(registered, deferred, probed).when(request).nothing()
})

it("another size or time is told once, and ends what was known", () => {
  spec
    .given(registered)
    .when({ _tag: "Restamp", ...file })
    .nothing()
  const again = { _tag: "Restamp", size: 11, mtimeMs: 21 } as const
  spec.given(registered, probed).when(again, again).then(restamped)
  spec
    .given(registered, restamped)
    .when({ _tag: "RecordProbeFailure", ...file, reason: "broken" })
    .rejects("ProbeOutdated")
})

it("a conversion fails for the file that was converted, until it succeeds or the file changes", () => {
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
