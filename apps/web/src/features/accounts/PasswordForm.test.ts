import { flushPromises } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { mountPage, refusal, stubApi } from "@/lib/mountPage"
import PasswordForm from "./PasswordForm.vue"

const open = async (change: (body: unknown) => unknown) => {
  stubApi({ "POST /api/auth/password": change })
  const { page } = await mountPage(PasswordForm, { props: { username: "ada" } })
  const [current, fresh] = page.findAll<HTMLInputElement>("input[type=password]")
  const submit = async (old: string, next: string): Promise<void> => {
    await current!.setValue(old)
    await fresh!.setValue(next)
    await page.get("form").trigger("submit")
    await flushPromises()
  }
  return { current: current!, fresh: fresh!, page, submit }
}
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ""
})

describe("the password form", () => {
  it("clears both password fields after sending them", async () => {
    const change = vi.fn(() => null)
    const { current, fresh, page, submit } = await open(change)
    await submit("old one", "battery staple")
    expect(change).toHaveBeenCalledExactlyOnceWith({
      currentPassword: "old one",
      newPassword: "battery staple"
    })
    expect([current.element.value, fresh.element.value]).toEqual(["", ""])
    expect(page.find("[aria-invalid=true]").exists()).toBe(false)
  })

  it("reports errors in both fields without sending a request", async () => {
    const change = vi.fn()
    const { page, submit } = await open(change)
    await submit("", "short")
    expect(page.text()).toContain("Enter your current password.")
    expect(page.text()).toContain("Use at least 8 characters.")
    expect(change).not.toHaveBeenCalled()
  })

  it("shows an error below the current password until the user edits the field", async () => {
    const { current, page, submit } = await open(
      refusal(400, {
        code: "validation",
        message: "currentPassword: does not match your current password",
        fields: [{ path: "currentPassword", message: "does not match your current password" }]
      })
    )
    await submit("guess", "battery staple")
    expect(current.attributes("aria-invalid")).toBe("true")
    expect(page.text()).toContain("Does not match your current password.")
    expect(page.text()).not.toContain("currentPassword")
    await current.setValue("another")
    expect(current.attributes("aria-invalid")).toBeUndefined()
  })

  it("shows how long the form remains locked after too many attempts", async () => {
    const { page, submit } = await open(
      refusal(429, {
        code: "auth_rate_limited",
        message: "Too many failed attempts. Try again in 90 seconds."
      })
    )
    await submit("guess", "battery staple")
    expect(page.get("[role=alert]").text()).toBe("Too many failed attempts. Try again in 90 seconds.")
  })
})
