import * as Spec from "@media/testkit/Spec"
import { describe, it } from "vitest"
import { itemDecider } from "./decider.ts"
import type { ItemEvent } from "./events.ts"

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
// This event type belongs to the video kind. The decider for items of all kinds reads only its summary (`summaryOf`).
const probed = { _tag: "video.probed.v1", ...file } as unknown as ItemEvent
const failed: ItemEvent = { _tag: "item.probe-failed.v1", ...file, reason: "broken" }
const deferred: ItemEvent = { _tag: "item.probe-deferred.v1", reason: "cancelled" }
const restamped: ItemEvent = { _tag: "item.file-restamped.v1", size: 11, mtimeMs: 21 }
const spec = Spec.decider(itemDecider)

it("does not treat automatic changes as conflicting edits", () => {
  const edit = (expectedVersion: number) =>
    ({ _tag: "Edit", changes: { title: "New" }, expectedVersion }) as const
  const edited: ItemEvent = {
    _tag: "item.edited.v1",
    editVersion: 1,
    changes: [{ field: "title", from: "Film", to: "New" }]
  }
  spec.given(registered, probed, restamped, failed, deferred).when(edit(0)).then(edited)
  spec
    .given(registered, { ...edited, changes: [{ field: "title", from: "Film", to: "Other" }] }, probed)
    .when(edit(0))
    .rejects("Conflict")
})

it("records a deferral only once for the same reason, and only while the item has no probe result", () => {
  const defer = { _tag: "DeferProbe", reason: "cancelled" } as const
  spec.given(registered).when(defer, defer).then(deferred)
  spec.given(registered, probed).when(defer).nothing()
  spec.given(registered, failed).when(defer).nothing()
  spec.given(registered, probed, restamped).when(defer).then(deferred)
})

it("records another deferral if the file's change time differs", () => {
  const at = (ctimeMs: number) => ({ _tag: "DeferProbe", reason: "no permission", ctimeMs }) as const
  const noted = (ctimeMs: number): ItemEvent => ({
    _tag: "item.probe-deferred.v1",
    reason: "no permission",
    ctimeMs
  })
  spec.given(registered, noted(1)).when(at(1)).nothing()
  spec.given(registered, noted(1)).when(at(2), at(2)).then(noted(2))
})

it("requests another probe after a failed or deferred probe", () => {
  const request = { _tag: "RequestProbe" } as const
  const requested: ItemEvent = { _tag: "item.probe-requested.v1" }
  spec.given(registered, failed).when(request, request).then(requested)
  spec.given(registered, deferred).when(request).then(requested)
  spec.given(registered).when(request).nothing()
  spec.given(registered, probed).when(request).nothing()
  spec.given(registered, deferred, probed).when(request).nothing()
})

it("records a new size and time once and rejects probe results for the previous content", () => {
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

describe("an item", () => {
  const edited = (
    editVersion: number,
    field: string,
    from: string | boolean | null,
    to: string | boolean | null
  ): ItemEvent => ({ _tag: "item.edited.v1", editVersion, changes: [{ field, from, to }] })
  const failure = { _tag: "RecordProbeFailure", size: 10, mtimeMs: 20, reason: "broken" } as const

  it("rejects edits and probe results before it is registered", () => {
    spec
      .given()
      .when({ _tag: "Edit", changes: { title: "x" } })
      .rejects("NotFound")
    spec.given().when(failure).rejects("NotFound")
  })

  it("records only actual changes, with the previous values", () => {
    const given = spec.given(registered)
    given.when({ _tag: "Edit", changes: { title: "New" } }).then(edited(1, "title", "Film", "New"))
    given.when({ _tag: "Edit", changes: { title: "Film", details: null, isNsfw: false } }).nothing()
    given.when({ _tag: "Edit", changes: {} }).nothing()
    given
      .when({ _tag: "Edit", changes: { title: "New" } }, { _tag: "Edit", changes: { title: "Film" } })
      .then(edited(1, "title", "Film", "New"), edited(2, "title", "New", "Film"))
    given
      .when({ _tag: "Edit", changes: { title: "New" } }, { _tag: "Edit", changes: { title: "New" } })
      .then(edited(1, "title", "Film", "New"))
  })

  it("rejects an edit of a field if someone else has edited the same field in the meantime", () => {
    const given = spec.given(
      registered,
      edited(1, "isOrganized", false, true),
      edited(2, "title", "Film", "Movie")
    )
    given.when({ _tag: "Edit", changes: { title: "x" }, expectedVersion: 0 }).rejects("Conflict")
    given.when({ _tag: "Edit", changes: { title: "x" }, expectedVersion: 1 }).rejects("Conflict")
    given
      .when({ _tag: "Edit", changes: { isOrganized: false, title: "x" }, expectedVersion: 1 })
      .rejects("Conflict")
    given
      .when({ _tag: "Edit", changes: { isOrganized: false }, expectedVersion: 1 })
      .then(edited(3, "isOrganized", true, false))
    given
      .when({ _tag: "Edit", changes: { title: "x" }, expectedVersion: 2 })
      .then(edited(3, "title", "Movie", "x"))
    // Writing the same value as the later edit is not a conflict.
    given.when({ _tag: "Edit", changes: { title: "Movie" }, expectedVersion: 1 }).nothing()
    given.when({ _tag: "Edit", changes: { title: "x" }, expectedVersion: 3 }).rejects("Conflict")
  })

  it("accepts probe results only for the current size and time of its file", () => {
    spec
      .given(registered)
      .when(failure)
      .then({ ...failure, _tag: "item.probe-failed.v1" })
    const changed: ItemEvent = { _tag: "item.file-changed.v1", kind: "video", size: 11, mtimeMs: 20 }
    spec.given(registered, changed).when(failure).rejects("ProbeOutdated")
    spec
      .given(registered, changed)
      .when({ ...failure, size: 11 })
      .then({ ...failure, size: 11, _tag: "item.probe-failed.v1" })
    const moved: ItemEvent = { ...registered, _tag: "item.file-moved.v1", mtimeMs: 21 } as ItemEvent
    spec.given(registered, moved).when(failure).rejects("ProbeOutdated")
    spec
      .given(registered, { _tag: "item.file-missing.v1", reason: "gone" }, { _tag: "item.file-found.v1" })
      .when(failure)
      .then({ ...failure, _tag: "item.probe-failed.v1" })
  })
})

it("records the title from an album's tags as the previous value when a user edits the title", () => {
  const album: ItemEvent = {
    _tag: "item.group-registered.v1",
    kind: "album",
    title: "Unknown",
    folder: null
  }
  const described = {
    _tag: "album.described.v1",
    key: "k",
    artist: null,
    year: 1999,
    title: "Kid A"
  } as unknown as ItemEvent
  spec
    .given(album, described)
    .when({ _tag: "Edit", changes: { title: "Kid A (Deluxe)" } })
    .then({
      _tag: "item.edited.v1",
      editVersion: 1,
      changes: [{ field: "title", from: "Kid A", to: "Kid A (Deluxe)" }]
    })
})
