import { computed, shallowRef } from "vue"
import { ApiError, asApiError } from "@/api"

/**
 * Sends a form: one submission at a time, and the server's complaint where it belongs.
 * A `validation` message begins with the path of its field ("password: must have at least 8 characters").
 */
export const useForm = (fields: ReadonlyArray<string>) => {
  const busy = shallowRef(false)
  const failure = shallowRef<ApiError>()

  const complaint = computed(() => failure.value && fieldOf(failure.value, fields))
  const errors = computed<Readonly<Record<string, string>>>(() =>
    complaint.value ? { [complaint.value.field]: complaint.value.message } : {}
  )
  /** What no field explains. */
  const error = computed(() => (complaint.value ? undefined : failure.value))

  const submit = async (send: () => Promise<unknown>): Promise<boolean> => {
    if (busy.value) return false
    busy.value = true
    failure.value = undefined
    try {
      await send()
      return true
    } catch (fault) {
      failure.value = asApiError(fault)
      return false
    } finally {
      busy.value = false
    }
  }
  /** Checks made before sending. */
  const refuse = (field: string, message: string): void => {
    failure.value = new ApiError({ code: "validation", message: `${field}: ${message}`, status: 0 })
  }
  const reset = (): void => {
    failure.value = undefined
  }
  return { busy, error, errors, failure, refuse, reset, submit }
}

const fieldOf = (
  failure: ApiError,
  fields: ReadonlyArray<string>
): { readonly field: string; readonly message: string } | undefined => {
  if (failure.code !== "validation") return undefined
  const field = fields.find((name) => new RegExp(`(^|[^\\w])${name}([^\\w]|$)`).test(failure.message))
  if (field === undefined) return undefined
  const message = failure.message.replace(new RegExp(`^.*?\\b${field}\\b["'\\]]*\\s*:?\\s*`), "")
  return { field, message: sentence(message === "" ? failure.message : message) }
}

const sentence = (text: string): string => {
  const full = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(full) ? full : `${full}.`
}
