import { computed, nextTick, shallowRef, toValue, watch, type MaybeRefOrGetter } from "vue"
import { asApiError, type ApiError } from "@/api"
import { fieldErrorsOf, type FieldErrors } from "./fieldErrors"

export interface FormOptions {
  /** Maps the server's error codes to the names of the form fields at which the errors are shown. */
  readonly codes?: Readonly<Record<string, string>>
}

/**
 * Submits a form, one submission at a time, and assigns each error to its field. `fields` contains the form's values,
 * keyed by name. Changing a field clears its error.
 */
export const useForm = (
  fields: Readonly<Record<string, MaybeRefOrGetter<unknown>>>,
  { codes = {} }: FormOptions = {}
) => {
  const names = Object.keys(fields)
  const busy = shallowRef(false)
  const failure = shallowRef<ApiError>()
  const errors = shallowRef<FieldErrors>({})
  /** The error of the last submission. Undefined if the error belongs to a field. */
  const error = computed(() => (Object.keys(errors.value).length > 0 ? undefined : failure.value))

  const show = (invalid: FieldErrors, fault?: ApiError): void => {
    failure.value = fault
    errors.value = invalid
    if (Object.keys(invalid).length > 0) void nextTick(focusFirstInvalid)
  }
  const reset = (): void => show({})
  for (const name of names) {
    watch(
      () => toValue(fields[name]),
      () => {
        failure.value = undefined
        if (!(name in errors.value)) return
        errors.value = Object.fromEntries(Object.entries(errors.value).filter(([field]) => field !== name))
      }
    )
  }

  const submit = async (send: () => Promise<unknown>): Promise<boolean> => {
    if (busy.value) return false
    busy.value = true
    reset()
    try {
      await send()
      return true
    } catch (fault) {
      const fail = asApiError(fault)
      show(fieldErrorsOf(fail, names, codes), fail)
      return false
    } finally {
      busy.value = false
    }
  }
  /**
   * Shows the errors that the form found before sending. `found` contains a message for each invalid field. Returns
   * true if all fields are valid.
   */
  const check = (found: Readonly<Record<string, string | false | undefined>>): boolean => {
    const invalid = Object.entries(found).flatMap(([name, text]) => (text ? [[name, text] as const] : []))
    show(Object.fromEntries(invalid))
    return invalid.length === 0
  }
  return { busy, check, error, errors, failure, reset, submit }
}

const focusFirstInvalid = (): void =>
  document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus({ preventScroll: false })
