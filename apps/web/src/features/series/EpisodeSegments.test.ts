import { expect, it } from "vitest"
import { mountPage } from "@/lib/mountPage"
import EpisodeSegments from "./EpisodeSegments.vue"

it("lists the episodes of a file with details from the NFO file", async () => {
  const nothing = { title: null, overview: null, airDate: null, runtime: null }
  const { page } = await mountPage(EpisodeSegments, {
    props: {
      segments: [
        {
          ...{ episode: 3, title: "The Flood", overview: "It rains.", airDate: "2002-06-02" },
          runtime: 11
        },
        { ...nothing, episode: 4 }
      ]
    }
  })
  expect(page.findAll("h3").map((title) => title.text())).toEqual(["3. The Flood", "Episode 4"])
  const [first, second] = page.findAll("li").map((row) => row.text())
  expect(first).toContain("Jun 2, 2002 · 11 min")
  expect(first).toContain("It rains.")
  expect(second).toBe("Episode 4")
})
