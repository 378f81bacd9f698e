import { expect, it, vi } from "vitest"
import { settled } from "@/lib/mountPage"
import { open, popup, press, type } from "./testing"

vi.stubGlobal("matchMedia", () => ({ matches: false }))

it("moves a chip to another group with the chip's menu", async () => {
  const { page, text } = await open("year:1980 (is:favorite OR codec:hevc)")
  const menuOf = async (label: string) => {
    await page.get(`[aria-label='Move or duplicate ${label}']`).trigger("click")
    await settled()
  }
  await menuOf("Video codec contains hevc")
  await press("Enter")
  expect(text.value).toBe("year:1980 (is:favorite OR codec:hevc OR codec:hevc)")
  expect(document.activeElement?.closest("[data-chip]")?.getAttribute("data-chip")).toBe("1.2")
  await menuOf("Is favorite")
  await type("top level")
  await press("Enter")
  expect(text.value).toBe("year:1980 (codec:hevc OR codec:hevc) is:favorite")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move or duplicate Is favorite")
  await menuOf("Year is 1980")
  await type("any of")
  expect(popup().textContent).toContain("Move to group “Any of: Video codec contains hevc,")
  await press("Enter")
  expect(text.value).toBe("(codec:hevc OR codec:hevc OR year:1980) is:favorite")
})

it("moves a chip to another group by drag and drop", async () => {
  const { page, text } = await open("year:1980 (is:favorite OR codec:hevc)")
  const chip = (label: string) => page.get<HTMLElement>(`[data-chip][aria-label='${label}']`)
  const handle = () => chip("Year is 1980").get<HTMLElement>("[data-part]")
  const point = async (type: string, x: number) => {
    handle().element.dispatchEvent(new PointerEvent(type, { button: 0, clientX: x, bubbles: true }))
    await settled()
  }
  HTMLElement.prototype.setPointerCapture = () => undefined
  document.elementFromPoint = () => chip("Video codec contains hevc").element
  await point("pointerdown", 100)
  await point("pointermove", 102)
  expect(page.find(".bg-accent").exists()).toBe(false)
  await point("pointermove", -100)
  expect(page.get("[aria-label=Group] .bg-accent").element.nextElementSibling).toBe(
    chip("Video codec contains hevc").element
  )
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))
  await point("pointerup", -100)
  expect(text.value).toBe("year:1980 (is:favorite OR codec:hevc)")
  await point("pointerdown", 100)
  await point("pointermove", -100)
  await point("pointerup", -100)
  expect(text.value).toBe("is:favorite OR year:1980 OR codec:hevc")
})
