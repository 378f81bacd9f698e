import { afterEach, expect, it, vi } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import GalleryPage from "./GalleryPage.vue"

const picture = { url: "/api/pictures/p1?v=1", thumbHash: "", width: 600, height: 400 }
const galleryOf = (over: object) => ({
  ...itemFixture,
  ...{ id: "g1", kind: "gallery", count: 3, sourceUrl: null, note: null, chapters: [], picture },
  ...over
})
const open = async (over: object): Promise<string> => {
  stubApi({
    ...user("member"),
    "GET /api/galleries/g1": () => galleryOf(over),
    "GET /api/galleries/g1/images": () => ({ items: [], total: 0, page: 1, perPage: 60 })
  })
  const names = ["images-timeline", "galleries", "gallery", "gallery-read", "gallery-view", "image"]
  const { page } = await mountPage(GalleryPage, { names, props: { id: "g1" } })
  await expect.poll(() => page.text()).toMatch(/Slideshow|Read as a comic/)
  const text = page.text()
  page.unmount()
  return text
}
afterEach(() => vi.unstubAllGlobals())

it("offers the comic reader for archives and for galleries with a portrait cover", async () => {
  expect(await open({})).not.toContain("Read as a comic")
  expect(await open({ sourceUrl: "/api/galleries/g1/source" })).toContain("Read as a comic")
  const upright = await open({ picture: { ...picture, height: 900 } })
  expect(upright.indexOf("Slideshow")).toBeLessThan(upright.indexOf("Read as a comic"))
  expect(upright).toContain("Slideshow")
})
