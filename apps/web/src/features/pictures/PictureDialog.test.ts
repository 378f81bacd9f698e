import { flushPromises, mount } from "@vue/test-utils"
import { PiniaColada } from "@pinia/colada"
import { createPinia } from "pinia"
import { afterEach, expect, it, vi } from "vitest"
import { kind } from "@/features/videos/kind"
import { itemFixture } from "@/features/items/testing"
import PictureDialog from "./PictureDialog.vue"

const picture = {
  url: "/p?v=1",
  version: "1",
  width: 640,
  height: 360,
  thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI"
}
const item = { ...itemFixture, picture, duration: 100, playback: { directUrl: "/clip.mp4" } }
const sent: Array<[string, unknown]> = []

const refusals: Record<number, object> = {
  400: {
    code: "validation",
    message: "url: not public",
    fields: [{ path: "url", message: "This is not the address of a public website." }]
  },
  415: { code: "unsupported_media_type", message: "This is not a picture." },
  502: { code: "upstream_failed", message: "The website responded with error 404." }
}

const open = async (over = {}, status = 200) => {
  sent.length = 0
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    sent.push([`${init.method} ${input}`, init.body instanceof FormData ? init.body.get("file") : init.body])
    const body = status === 200 ? { ok: true, data: picture } : { ok: false, error: refusals[status] }
    return new Response(JSON.stringify(body), { status })
  })
  const mounted = mount(PictureDialog, {
    props: { item: { ...item, ...over }, definition: kind },
    attachTo: document.body,
    global: { plugins: [createPinia(), PiniaColada] }
  })
  await flushPromises()
  return mounted
}
const press = async (words: string) => {
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent?.includes(words))
  button?.click()
  await flushPromises()
}
const pick = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!
  Object.defineProperty(input, "files", { value: [file], configurable: true })
  input.dispatchEvent(new Event("change"))
  await flushPromises()
}

let dialog: Awaited<ReturnType<typeof open>>
afterEach(() => dialog.unmount())

it("uses a frame of the video as the picture", async () => {
  dialog = await open()
  await press("Use this frame")
  expect(sent).toEqual([["POST /api/videos/i1/thumbnail/from-frame", JSON.stringify({ seconds: 20 })]])
  expect(dialog.emitted("close")).toHaveLength(1)
})

it("shows why the server rejects an uploaded picture", async () => {
  dialog = await open()
  await pick(new File(["x"], "a.png"))
  expect(sent[0]?.[0]).toBe("POST /api/videos/i1/thumbnail")
  expect(sent[0]?.[1]).toBeInstanceOf(File)
  dialog.unmount()
  dialog = await open({}, 415)
  await pick(new File(["x"], "a.svg"))
  expect(document.body.textContent).toContain("This is not a picture.")
  expect(dialog.emitted("close")).toBeUndefined()
})

it("rejects a file that is too large without uploading it", async () => {
  dialog = await open()
  const large = new File(["x"], "a.png")
  Object.defineProperty(large, "size", { value: 21 * 1024 * 1024 })
  await pick(large)
  expect(sent).toEqual([])
  expect(document.body.textContent).toContain("up to 20 MiB")
})

const enter = async (address: string) => {
  const input = document.querySelector<HTMLInputElement>("input[inputmode=url]")!
  input.value = address
  input.dispatchEvent(new Event("input"))
  await press("Use this picture")
}

it("uses a picture from a web address", async () => {
  dialog = await open()
  await enter(" https://example.org/a.png ")
  const body = JSON.stringify({ url: "https://example.org/a.png" })
  expect(sent).toEqual([["POST /api/videos/i1/thumbnail/from-url", body]])
  expect(dialog.emitted("close")).toHaveLength(1)
})

it.each([
  [400, "This is not the address of a public website."],
  [502, "The website responded with error 404."]
])("shows next to the address why the server could not fetch the picture (%i)", async (status, words) => {
  dialog = await open({}, status)
  await enter("https://example.org/a.png")
  const input = document.querySelector<HTMLInputElement>("input[inputmode=url]")!
  expect(input.getAttribute("aria-invalid")).toBe("true")
  expect(document.body.textContent).toContain(words)
  expect(dialog.emitted("close")).toBeUndefined()
})

it("asks for a web address instead of sending an empty one", async () => {
  dialog = await open()
  await press("Use this picture")
  expect(sent).toEqual([])
  expect(document.body.textContent).toContain("Enter the address of a picture.")
})

it("restores the automatically generated picture", async () => {
  dialog = await open()
  await press("automatic picture")
  expect(sent).toEqual([["DELETE /api/videos/i1/thumbnail", undefined]])
})

it("offers no frame of a video whose file is missing", async () => {
  dialog = await open({ status: "missing" })
  expect(document.body.textContent).not.toContain("frame")
})
