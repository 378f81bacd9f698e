import type { ApiError } from "@/api"

/** Error messages for users, keyed by the name of the invalid field. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * Returns the messages of a server error that belong to fields of the form. The result is empty if none of them does.
 */
export const fieldErrorsOf = (
  fault: ApiError,
  names: ReadonlyArray<string>,
  codes: Readonly<Record<string, string>>
): FieldErrors => {
  const byCode = codes[fault.code]
  if (byCode !== undefined) return { [byCode]: sentence(fault.message) }
  return Object.fromEntries(
    fault.fields.flatMap(({ message, path }) => {
      const name = fieldAt(path, names)
      return name === undefined ? [] : [[name, sentence(message)] as const]
    })
  )
}

/**
 * Returns the field of this form to which a path belongs: the innermost match, so `roots.0.path` belongs to `path`
 * rather than to `roots`.
 */
const fieldAt = (path: string, names: ReadonlyArray<string>): string | undefined =>
  path
    .split(/[.[\]]+/)
    .reverse()
    .find((part) => names.includes(part))

const sentence = (text: string): string => {
  const full = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(full) ? full : `${full}.`
}
