import { expect, it } from "vitest"
import { mountPage, settled } from "@/lib/mountPage"
import WorkExtras from "./WorkExtras.vue"

const extra = {
  ...{ id: "x1", label: null, number: null, picture: null, isMissing: false, duration: 130 },
  ...{ width: 640, height: 360, size: 1 }
}

it("shows the type and season of each extra", async () => {
  const extras = [
    { ...extra, title: "Heat (1995)-trailer", extraType: "trailer" },
    { ...extra, id: "x2", title: "On set", extraType: "other", season: 1 },
    { ...extra, id: "x3", title: "Cut scene.deleted", extraType: "deletedScene", season: 0 },
    { ...extra, id: "x4", title: "Gone", extraType: "clip", isMissing: true }
  ]
  const { page } = await mountPage(WorkExtras, { at: "/", names: ["watch"], props: { extras } })
  await settled()
  const cards = page.findAll("li").map((card) => card.text())
  expect(cards).toHaveLength(3)
  expect(cards[0]).toContain("Heat (1995)")
  expect(cards[0]).not.toContain("-trailer")
  expect(cards[0]).toContain("Trailer · 2")
  expect(cards[1]).toContain("Season 1 · 2")
  expect(cards[2]).toContain("Cut scene")
  expect(cards[2]).toContain("Specials · Deleted scene")
  page.unmount()
})
