import { flushPromises, mount } from "@vue/test-utils"
import { PiniaColada } from "@pinia/colada"
import { createPinia } from "pinia"
import { afterEach, expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import { tray } from "./tray"
import { queue } from "./uploads"
import UploadTray from "./UploadTray.vue"

/** Replaces the browser's upload request. The test provides the response. */
class FakeCall {
  static readonly sent: Array<FakeCall> = []
  readonly upload: { onprogress?: (event: { readonly loaded: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  body: FormData | undefined
  status = 0
  responseText = ""
  onload?: () => void
  onabort?: () => void
  onloadend?: () => void
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): null {
    return null
  }
  send(body: FormData): void {
    this.body = body
    FakeCall.sent.push(this)
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
  answer(status: number, body: object): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload?.()
    this.onloadend?.()
  }
}

const questions: Array<{ readonly name: string; readonly head: string; readonly idempotencyKey: string }> = []
const open = async () => {
  vi.stubGlobal("XMLHttpRequest", FakeCall)
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!address.endsWith("/check"))
      return new Response(JSON.stringify({ ok: true, data: { id: "v1", status: "arriving" } }))
    const question = JSON.parse(init.body as string) as (typeof questions)[number]
    questions.push(question)
    const refusal = question.name.startsWith("Known")
      ? { status: 409, code: "file_conflict", message: "A file of this name is there already." }
      : null
    return new Response(JSON.stringify({ ok: true, data: { itemId: null, refusal } }))
  })
  const empty = { render: () => null }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: "/", component: empty },
      { path: "/videos/:id", name: "video", component: empty }
    ]
  })
  const mounted = mount(UploadTray, {
    attachTo: document.body,
    global: { plugins: [router, createPinia(), PiniaColada] }
  })
  await flushPromises()
  return mounted
}
const settle = async () => {
  for (let n = 0; n < 5; n++) await flushPromises()
}
const leave = (): boolean => {
  const event = new Event("beforeunload", { cancelable: true })
  dispatchEvent(event)
  return !event.defaultPrevented
}

let page: Awaited<ReturnType<typeof open>>
afterEach(() => {
  page.unmount()
  tray.value?.clear()
  vi.unstubAllGlobals()
})

it("shows a file from the start of its upload until its video is ready", async () => {
  page = await open()
  expect([tray.value, leave()]).toEqual([undefined, true])
  const files = ["One.mp4", "Known.mp4"].map((name) => ({
    file: new File(["12345678"], name),
    folder: "Sub"
  }))
  queue.add(files, { rootId: "r1", folder: "New", label: "Movies" })
  await settle()
  expect(tray.value).toBeDefined()
  expect(leave()).toBe(false)
  const rows = () => page.findAll("li").map((row) => row.text())
  expect(rows()[1]).toContain("A file with this name already exists.")
  expect(questions[0]).toMatchObject({ name: "One.mp4", head: btoa("12345678"), folder: "New/Sub" })

  const [call] = FakeCall.sent
  expect([...call!.body!.keys()], "the file comes last").toEqual(["libraryRootId", "folder", "file"])
  expect(call!.headers["Idempotency-Key"]).toBe(questions[0]!.idempotencyKey)
  call!.upload.onprogress?.({ loaded: 4 })
  await settle()
  expect(rows()[0]).toContain("4 B of 8 B")
  expect(page.find("li [role=progressbar]").attributes("aria-valuenow")).toBe("50")
  call!.answer(201, { ok: true, data: { id: "v1" } })
  await settle()
  expect(page.find("li a").attributes("href")).toBe("/videos/v1")
  expect(page.find("[role=status]").text()).toBe("1 file uploaded, 1 file failed")
  expect(leave()).toBe(true)
  await page.find("[aria-label='Close and clear the list']").trigger("click")
  expect(tray.value).toBeUndefined()
})

it("cancels and retries an upload with the buttons in its row", async () => {
  page = await open()
  FakeCall.sent.length = 0
  queue.add([{ file: new File(["12345678"], "Two.mp4"), folder: "" }], {
    rootId: "r1",
    folder: "",
    label: "Movies"
  })
  await settle()
  const abort = vi.spyOn(FakeCall.sent[0]!, "abort")
  await page.find("[aria-label='Cancel Two.mp4']").trigger("click")
  await settle()
  expect(abort).toHaveBeenCalledOnce()
  expect(page.find("li").text()).toContain("Canceled")
  await page.find("[aria-label='Retry Two.mp4']").trigger("click")
  await settle()
  expect(FakeCall.sent).toHaveLength(2)
  FakeCall.sent[1]!.answer(507, { ok: false, error: { code: "storage_full", message: "Full." } })
  await settle()
  expect(page.find("li").text()).toContain("The library’s disk is full.")
})
