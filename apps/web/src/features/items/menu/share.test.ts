import { afterEach, expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import { isShareAct, share, shareEntries } from "./share"

const page = { template: "<i />" }
const router = createRouter({
  history: createMemoryHistory("/media/"),
  routes: [{ path: "/movies/:id", name: "movie", component: page }]
})
const definition = { routes: { list: "movies", detail: "movie" } }
const item = { id: "m1", title: "Heat", kind: "video", path: "Heat (1995)/Heat.mkv" }
const ids = (...args: Parameters<typeof shareEntries>) => shareEntries(...args).map(({ id }) => id)

afterEach(() => vi.unstubAllGlobals())

it("offers a download if the item's page has no download button", () => {
  expect(ids(item)).toEqual(["link", "download"])
  expect(ids({ ...item, kind: "book" })).toEqual(["link"])
  expect(ids({ id: "m1", title: "Heat", kind: "video" })).toEqual(["link"])
  expect(["link", "download", "edit"].map(isShareAct)).toEqual([true, true, false])
})

it("copies the address of the item's page", async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal("navigator", { clipboard: { writeText } })
  await share("link", item, { definition, router })
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/media/movies/m1`)
})

it("downloads the original file under its own name", async () => {
  const clicked: Array<string> = []
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${new URL(this.href).pathname} ${this.download}`)
  })
  await share("download", item, { definition, router })
  expect(clicked).toEqual(["/api/video-stream/m1/source Heat.mkv"])
})
