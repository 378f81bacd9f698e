import { describe, expect, it } from "vitest"
import { ApiError } from "@/api"
import { useForm } from "."

const failWith = (code: string, message: string) => () =>
  Promise.reject(new ApiError({ code, message, status: 400 }))

describe("useForm", () => {
  it("hands a validation message to the field it names", async () => {
    const form = useForm(["username", "password"])
    await form.submit(failWith("validation", "password: must have at least 8 characters"))
    expect(form.errors.value).toEqual({ password: "Must have at least 8 characters." })
    expect(form.error.value).toBeUndefined()
  })

  it("keeps what no field explains as the error of the form", async () => {
    const form = useForm(["username"])
    await form.submit(failWith("conflict", "Somebody was faster."))
    expect(form.errors.value).toEqual({})
    expect(form.error.value?.code).toBe("conflict")
  })

  it("sends one submission at a time", async () => {
    const form = useForm([])
    let finish: () => void = () => undefined
    const first = form.submit(() => new Promise<void>((resolve) => (finish = resolve)))
    expect(await form.submit(() => Promise.resolve())).toBe(false)
    finish()
    expect(await first).toBe(true)
    expect(form.busy.value).toBe(false)
  })
})
