import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import { handleShortcut } from "@/lib/shortcuts"
import EpisodeList from "./EpisodeList.vue"
import { episodeOf } from "./testing"

let list: VueWrapper | undefined
afterEach(() => {
  list?.unmount()
  document.removeEventListener("keydown", handleShortcut)
  vi.unstubAllGlobals()
})

const open = async () => {
  const asked: Array<string> = []
  const episodes = [1, 2, 4].map((episode) =>
    episodeOf({ id: `e${episode}`, title: `Part ${episode}`, episode })
  )
  stubApi({
    ...user("member"),
    "GET /api/video/seasons/n1/episodes": () => ({ items: episodes, total: episodes.length }),
    "PUT /api/videos/e4/watched": () => {
      asked.push("e4")
      return { ...episodes[0]!.userState, isWatched: true }
    }
  })
  const mounted = await mountPage(EpisodeList, {
    names: ["episode", "watch"],
    props: { seasonId: "n1", nextId: "e2" }
  })
  list = mounted.page
  await flushPromises()
  document.addEventListener("keydown", handleShortcut)
  const press = async (key: string): Promise<void> => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
    await flushPromises()
  }
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset["episode"]
  return { asked, focused, list: mounted.page, press }
}

it("shows the number of each episode and marks missing episodes", async () => {
  const { list } = await open()
  expect(list.findAll("li").map((row) => row.text().split("Part")[0])).toHaveLength(4)
  expect(list.findAll("h2").map((title) => title.text())).toEqual(["1. Part 1", "2. Part 2", "4. Part 4"])
  expect(list.text()).toContain("Episode 3 is missing")
})

it("moves the focus with the arrow keys, starting at the next episode to watch", async () => {
  const { asked, focused, press } = await open()
  Element.prototype.scrollIntoView = () => undefined
  await press("w")
  expect(asked).toEqual([])
  await press("ArrowDown")
  expect(focused()).toBe("e2")
  await press("ArrowDown")
  expect(focused()).toBe("e4")
  await press("ArrowDown")
  expect(focused()).toBe("e4")
  await press("w")
  expect(asked).toEqual(["e4"])
  await press("ArrowUp")
  await press("ArrowUp")
  expect(focused()).toBe("e1")
})
