import { flushPromises } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import RenumberDialog from "./RenumberDialog.vue"
import { episodeOf } from "./testing"

afterEach(() => vi.unstubAllGlobals())

const dialog = () => document.querySelector<HTMLElement>("[role=dialog]")!
const rows = () =>
  [...dialog().querySelectorAll("li")].map((row) => row.textContent.replaceAll(/\s+/g, " ").trim())
const set = async (input: HTMLInputElement, value: string) => {
  input.value = value
  input.dispatchEvent(new Event("input"))
  await flushPromises()
}

it("sends only the episode numbers that changed", async () => {
  const renumber = vi.fn(() => null)
  const episodes = [1, 2, 3].map((episode) =>
    episodeOf({ id: `e${episode}`, title: `Part ${episode}`, episode })
  )
  stubApi({
    ...user("administrator"),
    "GET /api/video/seasons/n1/episodes": () => ({ items: episodes, total: episodes.length }),
    "POST /api/video/episodes/renumber": renumber
  })
  const { page } = await mountPage(RenumberDialog, { props: { seasonId: "n1", number: 1 } })
  await flushPromises()
  expect(rows()).toEqual(["Part 1S1 E1S1 E1", "Part 2S1 E2S1 E2", "Part 3S1 E3S1 E3"])
  const [first, second] = dialog().querySelectorAll<HTMLInputElement>("input[type=number]")
  await set(first!, "2")
  await set(second!, "11")
  dialog().querySelectorAll<HTMLInputElement>("li input")[1]!.click()
  await flushPromises()
  expect(rows()).toEqual(["Part 1S1 E1S2 E11", "Part 2S1 E2S1 E2", "Part 3S1 E3S2 E12"])
  dialog().querySelector("form")!.dispatchEvent(new Event("submit"))
  await flushPromises()
  expect(renumber).toHaveBeenCalledWith({
    episodes: [
      { id: "e1", season: 2, episode: 11, episodeEnd: null },
      { id: "e3", season: 2, episode: 12, episodeEnd: null }
    ]
  })
  page.unmount()
})
