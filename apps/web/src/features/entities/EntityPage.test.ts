import { afterEach, expect, it, vi } from "vitest"
import "@/lib/loadedAhead"
import { mountPage, refusal, settled, stubApi, user, type Answers } from "@/lib/mountPage"
import { entityKinds } from "./entityKinds"
import EntityPage from "./EntityPage.vue"
import { entityFixture } from "./testing"

const ingrid = {
  ...entityFixture,
  aliases: ["I. Bergman"],
  details: "An actor.",
  birthDate: "1915-08-29",
  deathDate: "1982-08-29",
  country: "SE",
  countsWithChildren: { video: 2, book: 1 },
  tags: [{ id: "t1", name: "Award winner", picture: null }],
  related: [{ id: "e2", name: "Cary Grant", count: 3, picture: null }]
}
const empty = { items: [], total: 0, page: 1, perPage: 60 }
const names = ["people", "person", "tag", "videos", "books", "libraries"]
const open = async (answers: Answers = {}, role: "administrator" | "member" = "administrator") => {
  stubApi({
    ...user(role),
    "GET /api/performers/e1": () => ingrid,
    "GET /api/libraries": () => empty,
    "GET /api/videos": () => empty,
    "GET /api/views": () => [],
    ...answers
  })
  const mounted = await mountPage(EntityPage, { names, props: { id: "e1", info: entityKinds.performer } })
  await settled()
  return mounted
}
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]")!
afterEach(() => vi.unstubAllGlobals())

it("shows the names, details and tags of a person, with a tab for each kind of media", async () => {
  const { page } = await open()
  expect(page.get("h1").text()).toBe("Ingrid Bergman")
  expect(page.text()).toContain("Also known as I. Bergman")
  expect(page.text()).toContain("Died at 67 · Sweden · 3 items")
  expect(page.text()).toContain("Cary Grant")
  expect(page.findAll("ul[aria-label='Tags'] a").map((tag) => tag.text())).toEqual(["Award winner"])
  expect(page.findAll("nav[aria-label='Kinds of media'] a").map((tab) => tab.text())).toEqual([
    "Videos2",
    "Books1"
  ])
  page.unmount()
})

it("reverts the favorite button if the server rejects the change", async () => {
  const { page } = await open({ "PUT /api/performers/e1/favorite": refusal(409) })
  const heart = page.get("button[aria-label='Add to favorites']")
  const pressed = heart.trigger("click")
  await pressed
  expect(page.find("button[aria-label='Remove from favorites']").exists()).toBe(true)
  await settled()
  expect(page.find("button[aria-label='Add to favorites']").exists()).toBe(true)
  page.unmount()
})

it("does not let members edit the entity", async () => {
  const { page } = await open({}, "member")
  expect(page.text()).not.toContain("Edit")
  expect(page.find("button[aria-label='More actions']").exists()).toBe(false)
  page.unmount()
})

it("links to the existing entity if the entered name is already in use", async () => {
  const { page } = await open({
    "PATCH /api/performers/e1": refusal(409, {
      code: "name_taken",
      message: "There is already a performer called “Cary Grant”.",
      id: "e2"
    } as never)
  })
  await page.get("button[aria-haspopup=dialog]").trigger("click")
  await settled()
  const name = dialog().querySelector<HTMLInputElement>("input")!
  name.value = "Cary Grant"
  name.dispatchEvent(new Event("input"))
  ;[...dialog().querySelectorAll("button")].find((one) => one.textContent?.trim() === "Save")!.click()
  await settled()
  expect(dialog().textContent).toContain("There is already a performer called “Cary Grant”.")
  const link = [...dialog().querySelectorAll("a")].find((one) => one.textContent?.includes("Open"))
  expect(link?.getAttribute("href")).toBe("/person/e2")
  page.unmount()
})

it("reports that the person does not exist", async () => {
  const { page } = await open({
    "GET /api/performers/e1": refusal(404, { code: "not_found", message: "No." })
  })
  expect(page.text()).toContain("Person not found")
  page.unmount()
})
