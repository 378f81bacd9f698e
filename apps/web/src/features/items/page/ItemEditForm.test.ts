import { PiniaColada } from "@pinia/colada"
import { mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { describe, expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter, RouterView } from "vue-router"
import { ApiError } from "@/api"
import "@/lib/loadedAhead"
import { mountPage, settled } from "@/lib/mountPage"
import type { ItemDefinition, ItemDetail } from "../definition"
import ItemEditForm from "./ItemEditForm.vue"
import { itemFixture, makeDefinition } from "../testing"

const item: ItemDetail = { ...itemFixture, id: "v1", title: "Green Card" }

const open = async () => {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: "/videos/:id", component: ItemEditForm, props: { item, definition: makeDefinition() } },
      { path: "/videos", component: { render: () => "list" } }
    ]
  })
  await router.push("/videos/v1")
  const page = mount(RouterView, {
    attachTo: document.body,
    global: { plugins: [router, createPinia(), PiniaColada] }
  })
  await settled()
  return { page, router }
}
const question = () => document.querySelector("[role=alertdialog]")
const press = async (label: string): Promise<void> => {
  const button = [...document.querySelectorAll("button")].find((entry) => entry.textContent?.trim() === label)
  button!.click()
  await settled()
}

describe("unsaved changes in the item form", () => {
  it("stays on the page if the user chooses to keep editing", async () => {
    const { page, router } = await open()
    await page.get("input").setValue("Green Card (1990)")
    const left = router.push("/videos")
    await settled()
    expect(question()?.textContent).toContain("Discard your changes?")
    await press("Keep editing")
    await left
    expect(router.currentRoute.value.path).toBe("/videos/v1")
    expect(page.get<HTMLInputElement>("input").element.value).toBe("Green Card (1990)")
    page.unmount()
  })

  it("opens the requested page after the user discards the changes", async () => {
    const { page, router } = await open()
    await page.get("input").setValue("Green Card (1990)")
    const left = router.push("/videos/v2")
    await settled()
    await press("Discard changes")
    await left
    expect(router.currentRoute.value.path).toBe("/videos/v2")
    page.unmount()
  })

  it("does not ask for confirmation if the user changed no field", async () => {
    const { page, router } = await open()
    await router.push("/videos")
    expect(router.currentRoute.value.path).toBe("/videos")
    expect(question()).toBeNull()
    page.unmount()
  })
})

describe("edit conflicts", () => {
  const theirs: ItemDetail = { ...item, title: "Green Card Restored", version: 2 }
  const conflict = new ApiError({ code: "conflict", message: "It was changed.", status: 409 })
  const openConflict = async () => {
    const update = vi.fn<ItemDefinition["update"]>((_id, patch) =>
      patch.expectedVersion === 2
        ? Promise.resolve({ ...theirs, title: patch.title ?? "", version: 3 })
        : Promise.reject(conflict)
    )
    const definition = makeDefinition([theirs], { update })
    const { page } = await mountPage(ItemEditForm, { props: { item, definition } })
    await page.get("input").setValue("Mine")
    await page.get("form").trigger("submit")
    await settled()
    return { page, update }
  }

  it("overwrites the other user's changes on request", async () => {
    const { page, update } = await openConflict()
    expect(page.get("[role=alert]").text()).toContain("Someone else changed this photo")
    await press("Overwrite")
    expect(update).toHaveBeenLastCalledWith(
      "v1",
      expect.objectContaining({ title: "Mine", expectedVersion: 2 })
    )
    page.unmount()
  })

  it("discards the user's own changes on request and shows the current values", async () => {
    const { page, update } = await openConflict()
    await press("Discard my changes")
    expect(page.find("[role=alert]").exists()).toBe(false)
    expect(page.get<HTMLInputElement>("input").element.value).toBe("Green Card Restored")
    expect(update).toHaveBeenCalledOnce()
    page.unmount()
  })
})
