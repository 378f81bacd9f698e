import { flushPromises } from "@vue/test-utils"
import { beforeEach, expect, it, vi } from "vitest"
import { mountPage, refusal, stubApi, user } from "@/lib/mountPage"
import ClosedPage from "./ClosedPage.vue"

const gate = {
  id: "covers-move",
  title: "Covers move",
  summary: "They move into the data folder.",
  affected: ["Covers take twice the space.", "Older versions show none."],
  acceptedAt: null
}
const accepted = vi.fn()
let state: "gate" | "ready" | "schema-newer" = "gate"
const open = async (role: "administrator" | "member", accept = accepted) => {
  stubApi({
    ...user(role),
    "GET /api/system/status": () => ({ bootState: state, breakingGate: state === "gate" ? gate : null }),
    "POST /api/system/breaking-gate/accept": accept
  })
  return (await mountPage(ClosedPage)).page
}
const buttons = (page: Awaited<ReturnType<typeof open>>) => page.findAll("button").map((one) => one.text())

beforeEach(() => {
  state = "gate"
  accepted.mockReset()
  accepted.mockImplementation(() => {
    state = "ready"
    return null
  })
})

it("opens the server after an administrator has accepted the breaking changes", async () => {
  const page = await open("administrator")
  expect(page.text()).toContain("They move into the data folder.")
  expect(page.findAll("li").map((one) => one.text())).toEqual(gate.affected)
  await page.findAll("button")[0]!.trigger("click")
  await flushPromises()
  expect(accepted).toHaveBeenCalledExactlyOnceWith({ gateId: "covers-move" })
  expect(page.findComponent(ClosedPage).emitted("opened")).toHaveLength(1)
})

it("tells members to ask an administrator", async () => {
  const page = await open("member")
  expect(page.text()).toContain("Ask an administrator")
  expect(buttons(page)).toEqual(["Sign out"])
})

it("shows the server's message if accepting the changes fails", async () => {
  const refused = refusal(403, { code: "admin_required", message: "Only an administrator may do this." })
  const page = await open("administrator", vi.fn(refused))
  await page.findAll("button")[0]!.trigger("click")
  await flushPromises()
  expect(page.text()).toContain("Only an administrator may do this.")
  expect(page.findComponent(ClosedPage).emitted("opened")).toBeUndefined()
})

it("explains that a newer version has upgraded the database", async () => {
  state = "schema-newer"
  const page = await open("member")
  expect(page.text()).toContain("This database is from a newer version")
  expect(buttons(page)).toEqual([])
})
