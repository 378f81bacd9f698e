import type { FieldError } from "@media/kernel/Errors"

/** A problem that the decoder found in one value, with the decoder's own message. */
export interface DecodeIssue {
  readonly _tag: string
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** Maximum number of reported fields. More errors would not help a user. */
const maxFields = 30

/**
 * Describes the errors of a request. `message` describes the first error (`roots.0.path: must not be empty`), and
 * `fields` lists all invalid fields.
 */
export const describeIssues = (
  issues: ReadonlyArray<DecodeIssue>
): { readonly message: string; readonly fields: ReadonlyArray<FieldError> } => {
  const byPath = new Map<string, Array<DecodeIssue>>()
  for (const issue of issues) {
    const path = issue.path.map(String).join(".")
    const known = byPath.get(path)
    if (known !== undefined) known.push(issue)
    else if (byPath.size < maxFields) byPath.set(path, [issue])
  }
  // If fields are reported, an error about the entire body is redundant. Such an error occurs if the schema also
  // accepts a request without a body.
  if (byPath.size > 1) byPath.delete("")
  const fields = [...byPath].map(([path, found]) => ({ path, text: describe(path, found) }))
  const [first] = fields
  if (first === undefined) return { message: "The request does not have the expected format.", fields: [] }
  return {
    message: first.path === "" ? sentence(first.text) : `${first.path}: ${first.text}`,
    fields: fields
      .filter(({ path }) => path !== "")
      .map(({ path, text }) => ({ path, message: sentence(text) }))
  }
}

/**
 * Describes an invalid value. If its schema is a union, each member reports an issue. A custom message is preferred.
 * Without one, the description lists what all members expect.
 */
const describe = (path: string, issues: ReadonlyArray<DecodeIssue>): string => {
  const main = issues.find(({ message }) => !message.startsWith("Expected ")) ?? issues[0]
  if (main === undefined) return "does not have the expected format"
  if (main._tag === "Missing") return "is missing"
  if (main._tag === "Unexpected") return "is not a known field"
  if (/^Unable to decode .* into a number$/.test(main.message)) return "must be a number"
  if (!main.message.startsWith("Expected ")) return main.message.split("\n")[0] ?? ""
  if (path === "" && main.message.endsWith("actual null")) return "The request needs a JSON body"
  const expected = issues.flatMap(({ message }) => /^Expected ([\s\S]*), actual /.exec(message)?.[1] ?? [])
  const kinds = [...new Set(expected.filter((text) => text !== "null" && text !== "undefined").map(kindOf))]
  const last = kinds.pop() ?? "omitted"
  return `must be ${kinds.length === 0 ? last : `${kinds.join(", ")} or ${last}`}`
}

/**
 * Describes an expected type in words for the caller: `string` becomes `text`. For a type that is too complex to
 * describe, such as a union of objects, the text refers to the API description.
 */
const kindOf = (expected: string): string => {
  const kinds: Record<string, string> = {
    string: "text",
    number: "a number",
    boolean: "true or false"
  }
  if (kinds[expected] !== undefined) return kinds[expected]
  if (expected.startsWith("{")) return "an object"
  if (/^ReadonlyArray<|^(min|max)Items|\]$/.test(expected)) return "a list"
  if (expected.includes("{")) return "in the format that the API description shows"
  return expected.replaceAll(" | ", " or ")
}

const sentence = (text: string): string => {
  const full = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(full) ? full : `${full}.`
}
