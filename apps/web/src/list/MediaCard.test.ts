import { flushPromises, mount, type VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import "@/lib/loadedAhead"
import { settled } from "@/lib/mountPage"
import MediaCard from "./MediaCard.vue"

const blank = { render: () => null }
const router = createRouter({
  history: createMemoryHistory(),
  routes: ["/", "/watch", "/video"].map((path) => ({ path, component: blank }))
})
let card: VueWrapper
const show = (props: object) => {
  document.body.innerHTML = "<main></main>"
  card = mount(MediaCard, {
    props: { title: "Harbour", to: "/video", aspect: 16 / 9, ...props },
    attachTo: document.querySelector("main")!,
    global: { plugins: [router] }
  })
  return card
}
afterEach(() => card.unmount())

it("plays the item on a click on the round button and opens it on a click on the title", () => {
  show({ playTo: "/watch" })
  expect(card.get("a[aria-label=Play]").attributes("href")).toBe("/watch")
  expect(card.get("[data-main]").attributes("href")).toBe("/video")
  expect(card.get("[data-main]").text()).toBe("Harbour")
  show({})
  expect(card.find("a[aria-label=Play]").exists()).toBe(false)
})

it("shows labels, progress and status icons on the picture", () => {
  show({
    badge: "4K",
    corner: "1:02:03",
    progress: 0.25,
    isWatched: true,
    isFavorite: true,
    secondLine: "2014"
  })
  expect(card.text()).toContain("4K")
  expect(card.text()).toContain("1:02:03")
  expect(card.text()).toContain("2014")
  expect(card.findAll("svg[role=img]").map((sign) => sign.attributes("aria-label"))).toEqual([
    "Favorite",
    "Watched"
  ])
  expect(card.html()).toContain("width: 25%")
})

it("toggles the selection on a click in selection mode", async () => {
  const selection = { isSelected: false, isSelecting: false }
  show({ selection, playTo: "/watch" })
  await card.get("[role=checkbox]").trigger("click")
  expect(card.emitted("toggle")).toHaveLength(1)
  await card.get("[data-main]").trigger("click")
  expect(card.emitted("toggle")).toHaveLength(1)

  await card.setProps({ selection: { isSelected: true, isSelecting: true } })
  expect(card.find("a[aria-label=Play]").exists()).toBe(false)
  expect(card.get("[role=checkbox]").attributes("aria-checked")).toBe("true")
  const at = router.currentRoute.value.fullPath
  await card.get("[data-main]").trigger("click", { shiftKey: true })
  expect(card.emitted<[MouseEvent]>("toggle")?.at(-1)?.[0].shiftKey).toBe(true)
  expect(router.currentRoute.value.fullPath).toBe(at)
  await card.get("[data-main]").trigger("click", { ctrlKey: true })
  expect(card.emitted("toggle")).toHaveLength(2)
})

it("does not build its menu until the user opens the menu", async () => {
  let built = 0
  show({ menu: () => [{ id: "rate", label: `Rate ${(built += 1)}` }] })
  expect(built).toBe(0)
  await card.get("[aria-haspopup=menu]").trigger("click")
  await settled()
  const entry = document.querySelector<HTMLElement>("[role=menuitem]")!
  expect(entry.textContent).toContain("Rate")
  entry.click()
  await flushPromises()
  expect(card.emitted("menu")).toEqual([["rate"]])
})

it("opens the menu on a right click, except with Shift or in selection mode", async () => {
  const menu = () => [{ id: "rate", label: "Rate" }]
  const rightClick = async (options: MouseEventInit = {}) => {
    const event = new MouseEvent("contextmenu", {
      ...{ bubbles: true, cancelable: true, clientX: 30, clientY: 40 },
      ...options
    })
    card.get("[data-main]").element.dispatchEvent(event)
    await settled()
    return [event.defaultPrevented, document.querySelector("[role=menuitem]")?.textContent.trim()]
  }
  show({ menu })
  expect(await rightClick({ shiftKey: true })).toEqual([false, undefined])
  expect(await rightClick()).toEqual([true, "Rate"])
  document.querySelector<HTMLElement>("[role=menuitem]")!.click()
  await flushPromises()
  expect(card.emitted("menu")).toEqual([["rate"]])
  card.unmount()

  show({ menu, selection: { isSelected: true, isSelecting: true } })
  expect(await rightClick()).toEqual([false, undefined])
  card.unmount()

  show({})
  expect(await rightClick()).toEqual([false, undefined])
})
