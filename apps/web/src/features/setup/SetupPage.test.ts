import { flushPromises } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { mountPage, refusal, stubApi, type Answers } from "@/lib/mountPage"
import SetupPage from "./SetupPage.vue"

const root = { id: "r1", path: "/media/a", enabled: true, recursive: true }
const library = (counts: object = {}, scan: object | null = null) => ({
  id: "l1",
  name: "Films",
  isNsfw: false,
  contents: ["videos", "images"],
  counts: { items: 24, missing: 0, failed: 3, arriving: 0, byKind: { video: 20, image: 4 }, ...counts },
  roots: [{ ...root, lastScannedAt: scan ? null : "2026-01-01T00:00:00.000Z", scan }],
  createdAt: "2026-01-01T00:00:00.000Z"
})
const settings = { default_playback_mode: "direct", setup_completed: false }
const open = async (libraries: ReadonlyArray<object> | null, step = "", answers: Answers = {}) => {
  stubApi({
    ...(libraries === null
      ? {}
      : {
          "GET /api/session": () => ({
            needsSetup: false,
            user: { id: "u1", username: "ada", role: "administrator" },
            settings: null
          })
        }),
    "GET /api/settings": () => settings,
    "GET /api/libraries": () => ({ items: libraries, total: libraries?.length, page: 1, perPage: 40 }),
    "GET /api/libraries/browse": () => ({ path: "/media", parentPath: "/", directories: [] }),
    ...answers
  })
  const at = step === "" ? "/" : `/?step=${step}`
  const { page, router } = await mountPage(SetupPage, { at, names: ["setup", "home", "videos", "library"] })
  await flushPromises()
  return { page, router, title: () => page.get("h1").text() }
}
const press = async (page: Awaited<ReturnType<typeof open>>["page"], label: string): Promise<void> => {
  await page
    .findAll("button")
    .find((each) => each.text() === label)!
    .trigger("click")
  await flushPromises()
}
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

describe("the setup wizard", () => {
  it.each([
    ["no account", null, "", "Create your admin account"],
    ["no library", [], "", "Add your first library"],
    ["a library", [library()], "", "Your library is ready"],
    ["a library, asked for the step before", [library()], "library", "Your libraries"],
    ["a library, asked for the last step", [library()], "scan", "Your library is ready"],
    ["no library, asked for the last step", [], "scan", "You are ready to go"]
  ] as const)("opens the right step for a server with %s", async (_what, libraries, step, expected) => {
    const { page, title } = await open(libraries, step)
    expect(title()).toBe(expected)
    page.unmount()
  })
})

describe("the account step", () => {
  it("marks all missing fields when the user submits the form", async () => {
    const { page } = await open(null)
    expect(document.activeElement?.getAttribute("name")).toBe("username")
    await page.get("form").trigger("submit")
    expect(page.findAll("[aria-invalid=true]")).toHaveLength(2)
    expect(page.text()).toContain("Enter a username.")
    expect(page.text()).toContain("Use at least 8 characters.")
    page.unmount()
  })
})

describe("accounts imported from an earlier version", () => {
  it("hides the names of imported accounts until an administrator exists", async () => {
    const { page } = await open(null, "", {
      "GET /api/auth/setup-status": () => ({ needsSetup: true, hasUsers: true })
    })
    expect(page.text()).toContain("To keep your account, enter its username")
    page.unmount()
  })

  it("lists the names of imported accounts once an administrator exists", async () => {
    const member = { id: "m1", username: "Living_Room", formerUsername: "Living Room" }
    const { page } = await open([], "library", {
      "GET /api/system/upgrade": () => ({ members: [member], hasPassword: true })
    })
    expect(page.text()).toContain(
      "1 account was imported from your earlier version: Living_Room (was “Living Room”)"
    )
    page.unmount()
  })
})

describe("the last step", () => {
  it("shows the found items and the number of unreadable files", async () => {
    const { page, title } = await open([library()], "scan")
    expect(title()).toBe("Your library is ready")
    expect(page.text()).toContain("20 videos, 4 photos found")
    expect(page.text()).toContain("21 ready · 3 could not be read · Show")
    page.unmount()
  })

  it("shows no result while files are still being scanned or examined", async () => {
    const scan = { isRunning: true, phase: "12 files in 2 folders", percent: null, startedAt: null }
    for (const shown of [library({ items: 0, byKind: {} }, scan), library({ arriving: 2 })]) {
      const { page, title } = await open([shown], "scan")
      expect(title()).toBe("Scanning your library")
      page.unmount()
    }
  })

  it("finishes the setup and opens the list with the most items", async () => {
    const finish = vi.fn(() => ({ ...settings, setup_completed: true }))
    const { page, router } = await open([library()], "scan", { "PATCH /api/settings": finish })
    await press(page, "Open the library")
    expect(finish).toHaveBeenCalledWith({ setup_completed: true })
    expect(router.currentRoute.value.name).toBe("videos")
    page.unmount()
  })

  it("stays open and shows the reason if finishing the setup fails", async () => {
    const { page, router } = await open([library()], "scan", {
      "PATCH /api/settings": refusal(503)
    })
    await press(page, "Open the library")
    expect(page.get("[role=alert]").text()).toContain("Couldn’t finish the setup")
    expect(router.currentRoute.value.name).toBe("page")
    page.unmount()
  })
})
