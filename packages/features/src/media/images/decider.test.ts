import * as Spec from "@media/testkit/Spec"
import { it } from "vitest"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { imageDecider } from "./decider.ts"

const id = "01900000-0000-7000-8000-000000000001"
const file = { size: 10, mtimeMs: 20 }
const registered: ItemEvent = {
  _tag: "item.registered.v1",
  kind: "image",
  libraryId: id,
  title: "Photo",
  rootId: id,
  path: "photo.jpg",
  pathBytes: "cGhvdG8uanBn",
  ...file
}
const examination = {
  ...file,
  format: "jpeg",
  width: 600,
  height: 400,
  frames: 1,
  takenAt: null,
  camera: "Box",
  lens: null,
  exposureSeconds: null,
  aperture: 2.8,
  iso: null,
  focalLength: null,
  latitude: null,
  longitude: null
}
const record = { _tag: "RecordExamination", examination } as const
const examined = { _tag: "image.examined.v1", ...examination } as const
const restamped: ItemEvent = { _tag: "item.file-restamped.v1", size: 11, mtimeMs: 21 }
const spec = Spec.decider(imageDecider)

it("records identical metadata of a file only once", () => {
  spec.given(registered).when(record, record).then(examined)
  spec
    .given(registered, examined)
    .when({ ...record, examination: { ...examination, camera: "Other" } })
    .then({ ...examined, camera: "Other" })
  const again = { ...examination, size: 11, mtimeMs: 21 }
  spec
    .given(registered, examined, restamped)
    .when({ ...record, examination: again })
    .then({ ...examined, ...again })
})

it("does not record metadata of outdated content", () => {
  spec.given(registered, restamped).when(record).rejects("ProbeOutdated")
  spec.given().when(record).rejects("NotFound")
})
