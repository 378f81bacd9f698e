import { computed, nextTick, shallowRef, toValue, watch, type MaybeRefOrGetter } from "vue"
import { asApiError, type ApiError } from "@/api"
import { complaintsOf, type Complaints } from "./complaints"

export interface FormOptions {
  /** Errors of the server that belong to one field: error code to field. */
  readonly codes?: Readonly<Record<string, string>>
}

/**
 * Sends a form: one submission at a time, and every complaint at its field. `fields` are the form's values by name; a
 * complaint goes away as soon as its field is changed.
 */
export const useForm = (
  fields: Readonly<Record<string, MaybeRefOrGetter<unknown>>>,
  { codes = {} }: FormOptions = {}
) => {
  const names = Object.keys(fields)
  const busy = shallowRef(false)
  const failure = shallowRef<ApiError>()
  const errors = shallowRef<Complaints>({})
  /** What no field explains. */
  const error = computed(() => (Object.keys(errors.value).length > 0 ? undefined : failure.value))

  const show = (complaints: Complaints, fault?: ApiError): void => {
    failure.value = fault
    errors.value = complaints
    if (Object.keys(complaints).length > 0) void nextTick(focusFirstComplaint)
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
      show(complaintsOf(fail, names, codes), fail)
      return false
    } finally {
      busy.value = false
    }
  }
  /** Checks made before sending: a sentence for each field that is wrong. True when nothing is. */
  const check = (found: Readonly<Record<string, string | false | undefined>>): boolean => {
    const complaints = Object.entries(found).flatMap(([name, text]) => (text ? [[name, text] as const] : []))
    show(Object.fromEntries(complaints))
    return complaints.length === 0
  }
  return { busy, check, error, errors, failure, reset, submit }
}

const focusFirstComplaint = (): void =>
  document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus({ preventScroll: false })
