import { SearchX } from "@lucide/vue"
import { mount } from "@vue/test-utils"
import { describe, expect, it, vi } from "vitest"
import { ApiError } from "@/api"
import "@/lib/loadedAhead"
import { settled } from "@/lib/mountPage"
import UiConfirmDialog from "./UiConfirmDialog.vue"
import UiConfirmForm from "./UiConfirmForm.vue"
import UiEmptyState from "./UiEmptyState.vue"
import UiErrorPanel from "./UiErrorPanel.vue"

describe("page states", () => {
  it("shows the server's message and details for support after a failure", async () => {
    const error = new ApiError({ code: "busy", message: "Try later.", status: 503, requestId: "r-1" })
    const panel = mount(UiErrorPanel, { props: { error, title: "The list could not be loaded" } })
    for (const text of ["The list could not be loaded", "Try later.", "busy", "r-1"])
      expect(panel.text()).toContain(text)
    expect(panel.attributes("role")).toBe("alert")
    await panel.get("button").trigger("click")
    expect(panel.emitted("retry")).toHaveLength(1)
  })

  it("shows an error that was thrown in the browser", () => {
    expect(mount(UiErrorPanel, { props: { error: new TypeError("x is null") } }).text()).toContain(
      "x is null"
    )
    expect(mount(UiErrorPanel, { props: { error: "odd" } }).text()).toContain("Something went wrong")
  })

  it("shows a heading, one sentence and one action on an empty page", () => {
    const empty = mount(UiEmptyState, {
      props: { icon: SearchX, title: "Nothing matches" },
      slots: { default: "Other words may help.", action: "<button>Clear</button>" }
    })
    expect(empty.get("h2").text()).toBe("Nothing matches")
    expect(empty.text()).toContain("Other words may help.")
    expect(empty.findAll("button")).toHaveLength(1)
  })

  it("labels the confirm button of a dangerous action with the name of the action", async () => {
    const onConfirm = vi.fn()
    const dialog = mount(UiConfirmDialog, {
      props: {
        open: true,
        title: "Delete 3 photos?",
        confirm: "Delete images",
        danger: true,
        local: true,
        onConfirm
      },
      attachTo: document.body
    })
    await settled()
    const buttons = [...document.querySelectorAll<HTMLElement>("[role=alertdialog] button")]
    expect(buttons.map((button) => button.textContent?.trim())).toEqual(["Cancel", "Delete images"])
    buttons[1]!.click()
    expect(onConfirm).toHaveBeenCalledOnce()
    buttons[0]!.click()
    expect(dialog.emitted("update:open")?.at(-1)).toEqual([false])
    dialog.unmount()
  })

  it("keeps a confirmation dialog open if the confirmed action fails", async () => {
    const act = vi.fn().mockRejectedValueOnce(new TypeError("not now")).mockResolvedValueOnce(undefined)
    const form = mount(UiConfirmForm, {
      props: { title: "Delete Ada?", confirm: "Delete", failed: "It was not deleted", act },
      slots: { default: "Everything of hers." },
      attachTo: document.body
    })
    await settled()
    const dialog = () => document.querySelector<HTMLElement>("[role=alertdialog]")!
    const press = async (name: string): Promise<void> => {
      const found = [...dialog().querySelectorAll("button")].find((one) => one.textContent?.trim() === name)
      found!.click()
      await settled()
    }
    await press("Delete")
    for (const text of ["Everything of hers.", "It was not deleted", "not now"])
      expect(dialog().textContent).toContain(text)
    expect(form.emitted()).not.toHaveProperty("close")
    await press("Retry")
    expect([form.emitted("done")?.length, form.emitted("close")?.length]).toEqual([1, 1])
    expect(act).toHaveBeenCalledTimes(2)
    form.unmount()
  })
})
