import { flushPromises } from "@vue/test-utils"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { mountPage, refusal, settled, stubApi, type Answers } from "@/lib/mountPage"
import UsersPage from "./UsersPage.vue"

const ada = {
  id: "u1",
  username: "ada",
  displayName: "Ada",
  role: "administrator",
  enabled: true,
  allowNsfw: true,
  showNsfw: true,
  mayCreateLibraries: true,
  libraryIds: [],
  lastLoginAt: "2026-01-01T00:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z"
}
const milo = {
  ...ada,
  ...{ id: "u2", username: "milo", displayName: "Milo", role: "member", allowNsfw: false },
  ...{ libraryIds: ["l1", "hidden"], lastLoginAt: null, mayCreateLibraries: false }
}
const libraryOf = (id: string, name: string) => ({ id, name, isNsfw: false, contents: ["videos"], roots: [] })
const open = async (answers: Answers = {}, users: ReadonlyArray<object> = [ada, milo], at = "/") => {
  stubApi({
    "GET /api/session": () => ({ needsSetup: false, user: ada, viewer: null, settings: null }),
    "GET /api/users": () => ({ items: users, total: users.length }),
    "GET /api/libraries": () => ({ items: [libraryOf("l1", "Family"), libraryOf("l2", "Music")], total: 2 }),
    ...answers
  })
  const { page, router } = await mountPage(UsersPage, { at })
  await settled()
  const row = (name: string) => page.findAll("[role=row]").find((each) => each.text().includes(name))!
  return { page, router, row }
}
const inside = (role: string): HTMLElement => document.querySelector<HTMLElement>(`[role=${role}]`)!
const button = (name: string, within: ParentNode = document): HTMLElement =>
  [...within.querySelectorAll<HTMLElement>("button, [role=menuitem]")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent)?.trim() === name
  )!
const press = async (name: string, within?: ParentNode): Promise<void> => {
  button(name, within).click()
  await settled()
}
const field = (label: string): HTMLInputElement =>
  [...inside("dialog").querySelectorAll("label")].find((each) => each.textContent?.trim().startsWith(label))!
    .control as HTMLInputElement
const type = async (label: string, text: string): Promise<void> => {
  field(label).value = text
  field(label).dispatchEvent(new Event("input"))
  await flushPromises()
}
const choose = async (label: string): Promise<void> => {
  field(label).checked = !field(label).checked
  field(label).dispatchEvent(new Event("change"))
  await flushPromises()
}
const submit = async (): Promise<void> => {
  inside("dialog").querySelector("form")!.dispatchEvent(new Event("submit"))
  await settled()
}
const fromMenu = async (name: string, entry: string): Promise<void> => {
  const opener = button(`Actions for ${name}`)
  opener.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))
  opener.click()
  await settled()
  await press(entry)
}
/** Loads the dialogs beforehand, because compiling them on a busy machine can exceed the time limit of a test. */
beforeAll(() => Promise.all([import("./UserDialog.vue"), import("@/ui/ConfirmPopup.vue")]), 60_000)
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

describe("the list of accounts", () => {
  it("shows how many libraries each account may access", async () => {
    const { page, row } = await open({}, [
      ada,
      milo,
      { ...milo, id: "u3", displayName: "Zoe", enabled: false }
    ])
    expect(row("Ada").text()).toMatch(/You.*Administrator.*Every library/)
    expect(row("Milo").text()).toMatch(/Member.*2 libraries.*Never/)
    expect(row("Zoe").text()).toContain("Disabled")
    expect(button("View as Milo")).toBeDefined()
    expect(button("View as Ada")).toBeUndefined()
    page.unmount()
  })

  it("shows an error if the accounts cannot be loaded", async () => {
    const { page } = await open({ "GET /api/users": refusal(500) })
    expect(page.text()).toContain("Couldn’t load the accounts")
    page.unmount()
  })
})

describe("the dialog of a new account", () => {
  it("creates an account with the chosen settings", async () => {
    let isTaken = true
    const create = vi.fn((body: unknown) => {
      if (isTaken) return refusal(409, { code: "username_taken", message: "This username is taken." })(body)
      return milo
    })
    const { page } = await open({ "POST /api/users": create })
    await press("Add account")
    await submit()
    expect(inside("dialog").textContent).toContain("Enter a username.")
    expect(inside("dialog").textContent).toContain("Use at least 8 characters.")
    await type("Username", "anna")
    await type("Password", "battery staple")
    await choose("Music")
    await choose("Can see NSFW")
    await submit()
    expect(field("Username").getAttribute("aria-invalid")).toBe("true")
    expect(inside("dialog").textContent).toContain("This username is taken.")
    isTaken = false
    await submit()
    expect(create).toHaveBeenLastCalledWith({
      ...{ username: "anna", password: "battery staple", role: "member", enabled: true },
      ...{ allowNsfw: true, mayCreateLibraries: false, libraryIds: ["l1"] }
    })
    expect(inside("dialog")).toBeNull()
    page.unmount()
  })
})

describe("an existing account", () => {
  it("sends only the changed fields of an account", async () => {
    const update = vi.fn(() => milo)
    const { page } = await open({ "PATCH /api/users/u2": update })
    await press("Milo")
    await choose("Music")
    await choose("Family")
    await submit()
    expect(update).toHaveBeenCalledExactlyOnceWith({ libraryIds: ["hidden", "l2"] })
    page.unmount()
  })

  it("explains why the last administrator must keep the administrator role", async () => {
    const message = "This is the only administrator who can sign in."
    const { page } = await open({
      "PATCH /api/users/u1": refusal(409, { code: "last_admin_required", message })
    })
    await press("Ada")
    const role = field("Role")
    role.value = "member"
    role.dispatchEvent(new Event("change"))
    await submit()
    expect(role.getAttribute("aria-invalid")).toBe("true")
    expect(inside("dialog").textContent).toContain(message)
    page.unmount()
  })

  it("resets the password of another user", async () => {
    const reset = vi.fn(() => null)
    const { page } = await open({ "POST /api/users/u2/password": reset })
    await fromMenu("Milo", "Reset password")
    await type("New password", "battery staple")
    await submit()
    expect(reset).toHaveBeenCalledExactlyOnceWith({ newPassword: "battery staple" })
    page.unmount()
  })

  it("signs another user out on one device", async () => {
    const device = { id: "s1", client: null, deviceName: "Old tablet", deviceId: null, ipAddress: null }
    const times = { createdAt: ada.createdAt, lastSeenAt: ada.createdAt, isCurrent: false }
    const end = vi.fn(() => null)
    const { page } = await open({
      "GET /api/users/u2/sessions": () => ({ items: [{ ...device, ...times }], total: 1 }),
      "DELETE /api/users/u2/sessions/s1": end
    })
    await fromMenu("Milo", "Devices")
    await press("Sign out Old tablet")
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce(), { timeout: 60_000 })
    page.unmount()
  })

  it("deletes an account after a confirmation that lists the consequences", async () => {
    const remove = vi.fn(() => null)
    const { page } = await open({ "DELETE /api/users/u2": remove })
    await fromMenu("Milo", "Delete")
    const question = inside("alertdialog")
    expect(question.textContent).toMatch(
      /Delete Milo\?.*favorites.*positions.*devices.*Libraries and files stay/
    )
    expect(remove).not.toHaveBeenCalled()
    await press("Delete account", question)
    expect(remove).toHaveBeenCalledOnce()
    page.unmount()
  })
})

it("opens the account whose id is in the URL", async () => {
  const { page, router } = await open({}, [ada, milo], "/?account=u2")
  expect(field("Display name").value).toBe("Milo")
  await press("Cancel", inside("dialog"))
  expect(document.querySelector("[role=dialog]")).toBeNull()
  expect(router.currentRoute.value.query).toEqual({})
  page.unmount()
  const { page: other } = await open({}, [ada, milo], "/?account=gone")
  expect(document.querySelector("[role=dialog]")).toBeNull()
  other.unmount()
})
