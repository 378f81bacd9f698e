import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { handleShortcut } from "@/lib/shortcuts"
import { mountPage, refusal, settled, stubApi, type Answers } from "@/lib/mountPage"
import GalleryReader from "./GalleryReader.vue"

const picture = (id: string) => ({
  ...{ url: `/api/images/${id}/thumbnail?v=1`, version: "1", width: 800, height: 1200 },
  thumbHash: null
})
const file = (id: string): string => `/api/images/${id}/source`
const made = (id: string): string => `/api/images/${id}/thumbnail?v=1&width=800`
const images = [
  { id: "tiff", format: "tiff", picture: picture("tiff"), status: "ready" },
  { id: "raw", format: "raw", picture: picture("raw"), status: "ready" },
  { id: "bmp", format: null, picture: null, status: "ready" }
]
const open = async (answers: Answers | undefined) => {
  stubApi({
    "GET /api/galleries/g1": () => ({ id: "g1", title: "Scans" }),
    "GET /api/galleries/g1/images": () => ({ items: images, total: images.length }),
    ...answers
  })
  if (!answers) vi.stubGlobal("fetch", () => new Promise(() => undefined))
  const mounted = await mountPage(GalleryReader, { names: ["gallery"], props: { id: "g1" } })
  await settled()
  return mounted
}
const shown = (page: Awaited<ReturnType<typeof open>>["page"]) =>
  page.findAll("img").map((each) => each.attributes("src"))
const press = async (key: string): Promise<void> => {
  handleShortcut(new KeyboardEvent("keydown", { key }))
  await settled()
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

it("shows a converted picture if the browser cannot show the original file", async () => {
  const { page } = await open({})
  expect(shown(page)).toEqual([file("tiff")])
  await page.get("img").trigger("error")
  expect(shown(page)).toEqual([made("tiff")])
  await press("ArrowRight")
  // A wide screen shows two pages at a time.
  expect(shown(page)).toEqual([made("raw"), file("bmp")])
  await page.findAll("img")[1]!.trigger("error")
  expect(shown(page)).toEqual([made("raw")])
  expect(page.text()).toContain("Page 3 can’t be shown")
  page.unmount()
})

it("shows converted pictures in strip mode if the browser cannot show the originals", async () => {
  const { page } = await open({})
  await press("s")
  expect(shown(page)).toEqual([file("tiff"), made("raw"), file("bmp")])
  await page.get("img").trigger("error")
  expect(shown(page)).toEqual([made("tiff"), made("raw"), file("bmp")])
  page.unmount()
})

it("shows the back button while loading and after an error", async () => {
  const failed = "Couldn’t open the album"
  for (const [said, answers] of [
    [failed, { "GET /api/galleries/g1": refusal(500) }],
    [failed, { "GET /api/galleries/g1/images": refusal(500) }],
    ["None of the photos in this album", { "GET /api/galleries/g1/images": () => ({ items: [], total: 0 }) }],
    ["Opening", undefined]
  ] as const) {
    const { page, router } = await open(answers)
    expect(page.text()).toContain(said)
    await page.get('[aria-label="Back"]').trigger("click")
    await settled()
    expect(router.currentRoute.value.name, said).toBe("gallery")
    page.unmount()
  }
})
