// @vitest-environment node
import { expect, it } from "vitest"
import { placeNamed } from "./dayPlace"

const images = (...titles: ReadonlyArray<string | null>) =>
  titles.map((title) => ({ gallery: title === null ? null : { title } }))

it("labels a day with the names of the albums that contain its images", () => {
  expect(placeNamed(images("Norway", null, "Norway"))).toBe("Norway")
  expect(placeNamed(images("Norway", "Home"))).toBe("Norway, Home")
})

it("returns no label for camera folders or for more than two albums", () => {
  expect(placeNamed(images("Norway", "Home", "Alps"))).toBeUndefined()
  expect(placeNamed(images("DCIM", "100CANON", "2024-06", "Camera Uploads"))).toBeUndefined()
  expect(placeNamed([...images("Norway"), undefined])).toBeUndefined()
  expect(placeNamed([])).toBeUndefined()
})
