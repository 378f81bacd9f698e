import type { ApiError } from "@/api"

/** A sentence for each invalid field. */
export type FieldErrors = Readonly<Record<string, string>>

/** The parts of a server error that concern the form's fields; empty if none. */
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
 * The innermost part of a path that names a field of this form: `roots.0.path` belongs to `path` rather than to
 * `roots`.
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
