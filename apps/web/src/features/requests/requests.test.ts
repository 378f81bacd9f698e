import type { VueWrapper } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Component } from "vue"
import { type Answers, mountPage, settled, stubApi, user } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import AnswerDot from "./AnswerDot.vue"
import { tellAnswer } from "./answerNotice"
import type { ReceivedRequest } from "./queries"
import ReceivedPage from "./ReceivedPage.vue"
import RequestsPage from "./RequestsPage.vue"

const request: ReceivedRequest = {
  ...{ id: "r1", title: "Dunes", link: "https://www.example.org/dunes", words: "The old one." },
  ...{ madeAt: "2026-01-01T00:00:00.000Z", answer: null, account: { id: "a1", displayName: "Mia" } }
}
const item = { id: "v1", kind: "video" as const, title: "Dunes (1984)" }
const added = { answer: "added" as const, at: "2026-01-02T00:00:00.000Z", reply: "Enjoy it.", item }
const listOf = (...items: ReadonlyArray<unknown>) => ({ items, total: items.length, page: 1, perPage: 500 })

let page: VueWrapper | undefined
const open = async (what: Component, answers: Answers, at?: string): Promise<void> => {
  stubApi(answers)
  const names = ["videos", "video", "requests"]
  page = (await mountPage(what, at === undefined ? { names } : { at, names })).page
  await settled()
}
const text = (): string => document.querySelector("main")!.textContent ?? ""
const dialog = (): HTMLElement => document.querySelector<HTMLElement>("[role=dialog]")!
const press = async (name: string): Promise<void> => {
  const buttons = [...document.querySelectorAll<HTMLElement>("button, [role=option]")]
  buttons
    .find((button) =>
      (button.getAttribute("aria-label") ?? button.textContent ?? "").trim().startsWith(name)
    )!
    .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))
  await settled()
}
const fill = async (label: string, value: string): Promise<void> => {
  const field = [...dialog().querySelectorAll("label")].find(({ textContent }) =>
    textContent?.startsWith(label)
  )!
  const input = dialog().querySelector<HTMLInputElement>(`#${CSS.escape(field.htmlFor)}`)!
  input.value = value
  input.dispatchEvent(new Event("input"))
  await settled()
}
const submit = async (): Promise<void> => {
  dialog()
    .querySelector("form")!
    .dispatchEvent(new Event("submit", { cancelable: true }))
  await settled()
}

describe("requests", () => {
  afterEach(async () => {
    page?.unmount()
    await settled()
    vi.unstubAllGlobals()
  })

  it("shows the number of new answers until the user opens the list of requests", async () => {
    const answers = { ...user("member"), "GET /api/requests": () => listOf({ ...request, answer: added }) }
    await open(AnswerDot, answers)
    expect(text()).toContain("1 new answer")
    page?.unmount()
    await open(RequestsPage, answers)
    page?.unmount()
    await open(AnswerDot, answers)
    expect(text()).not.toContain("new answer")
  })

  it("fills in the title of a new request from the URL", async () => {
    const make = vi.fn(() => request)
    await open(
      RequestsPage,
      { ...user("member"), "GET /api/requests": () => listOf(), "POST /api/requests": make },
      "/?title=Dunes"
    )
    await expect.poll(() => dialog().querySelector("form"), { timeout: 60_000 }).not.toBeNull()
    await settled()
    await fill("Link", "dunes")
    await submit()
    expect(dialog().textContent).toContain("Enter an address that starts with http")
    expect(make).not.toHaveBeenCalled()
    await fill("Link", "https://example.org")
    await submit()
    expect(make).toHaveBeenCalledWith({ title: "Dunes", link: "https://example.org", words: null })
    expect(document.querySelector("[role=dialog]")).toBeNull()
  })

  it("shows an answer with a link to the added item", async () => {
    const withdraw = vi.fn(() => null)
    await open(RequestsPage, {
      ...user("member"),
      "GET /api/requests": () => listOf({ ...request, answer: added }),
      "DELETE /api/requests/r1": withdraw
    })
    expect(text()).toContain("Enjoy it.")
    expect(document.querySelector("main a[href='/video/v1']")?.textContent).toContain("Dunes (1984)")
    await press("Remove request “Dunes”")
    expect(withdraw).toHaveBeenCalledOnce()
  })

  it("lets an administrator answer with an item or decline with a reason", async () => {
    const answer = vi.fn(() => request)
    await open(ReceivedPage, {
      ...user("administrator"),
      "GET /api/requests/received": () => listOf(request),
      "GET /api/search": () => ({
        ...{ people: [], problems: [] },
        groups: [{ kind: "video", total: 1, isMore: false, items: [{ ...item, date: null, picture: null }] }]
      }),
      "PUT /api/requests/r1/answer": answer
    })
    expect(text()).toContain("Mia")
    await press("Answer “Dunes”")
    await expect.poll(() => dialog().textContent, { timeout: 60_000 }).toContain("Dunes (1984)")
    await press("Dunes (1984)")
    await submit()
    expect(answer).toHaveBeenLastCalledWith({ answer: "added", itemId: "v1", reply: null })
    await press("Answer “Dunes”")
    await press("Decline")
    await submit()
    expect(dialog().textContent).toContain("Enter a reason.")
    await fill("Reason", "Too violent.")
    await submit()
    expect(answer).toHaveBeenLastCalledWith({ answer: "declined", itemId: null, reply: "Too violent." })
  })

  it("notifies the user about an answer with a link to the added item", async () => {
    stubApi({ "GET /api/requests": () => listOf({ ...request, answer: added }) })
    await tellAnswer("r1")
    expect(toasts.value.at(-1)).toMatchObject({
      text: "“Dunes” was added",
      action: { label: "Open", to: { name: "video", params: { id: "v1" } } }
    })
  })
})
