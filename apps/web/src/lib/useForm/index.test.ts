import { nextTick, shallowRef } from "vue"
import { describe, expect, it } from "vitest"
import { ApiError, type FieldError } from "@media/web-client/request"
import { useForm } from "."

const failWith =
  (code: string, message: string, fields: ReadonlyArray<FieldError> = []) =>
  () =>
    Promise.reject(new ApiError({ code, fields, message, status: 400 }))

describe("useForm", () => {
  it("assigns each field error from the server to its field", async () => {
    const form = useForm({ username: "", password: "" })
    await form.submit(
      failWith("validation", "The request is not valid.", [
        { path: "username", message: "is taken" },
        { path: "password", message: "must have at least 8 characters" }
      ])
    )
    expect(form.errors.value).toEqual({
      username: "Is taken.",
      password: "Must have at least 8 characters."
    })
    expect(form.error.value).toBeUndefined()
  })

  it("assigns an error with a nested path to the matching form field", async () => {
    const form = useForm({ name: "", path: "" })
    await form.submit(
      failWith("validation", "Not valid.", [{ path: "roots.0.path", message: "is too long" }])
    )
    expect(form.errors.value).toEqual({ path: "Is too long." })
  })

  it("shows an error at the field that is configured for the error's code", async () => {
    const form = useForm({ path: "" }, { codes: { root_unusable: "path" } })
    await form.submit(failWith("root_unusable", "/tmp is not a folder."))
    expect(form.errors.value).toEqual({ path: "/tmp is not a folder." })
  })

  it("treats an error that belongs to no field as an error of the form", async () => {
    const form = useForm({ username: "" })
    await form.submit(failWith("conflict", "Someone was faster."))
    expect(form.errors.value).toEqual({})
    expect(form.error.value?.code).toBe("conflict")
  })

  it("sets field errors when a check fails and clears them when a check passes", () => {
    const form = useForm({ name: "", path: "" })
    expect(form.check({ name: "Enter a name.", path: "Choose a folder." })).toBe(false)
    expect(form.errors.value).toEqual({ name: "Enter a name.", path: "Choose a folder." })
    expect(form.check({ name: false, path: undefined })).toBe(true)
    expect(form.errors.value).toEqual({})
  })

  it("clears a field's error when the field changes", async () => {
    const name = shallowRef("")
    const path = shallowRef("")
    const form = useForm({ name, path })
    form.check({ name: "Enter a name.", path: "Choose a folder." })
    path.value = "/media"
    await nextTick()
    expect(form.errors.value).toEqual({ name: "Enter a name." })
    await form.submit(failWith("conflict", "Someone was faster."))
    name.value = "Movies"
    await nextTick()
    expect(form.error.value).toBeUndefined()
  })

  it("does not submit while another submission is in progress", async () => {
    const form = useForm({})
    let finish: () => void = () => undefined
    const first = form.submit(() => new Promise<void>((resolve) => (finish = resolve)))
    expect(await form.submit(() => Promise.resolve())).toBe(false)
    finish()
    expect(await first).toBe(true)
    expect(form.busy.value).toBe(false)
  })
})
