import type { FieldError } from "@media/kernel/Errors"

/** What the decoder says of one value; `message` is its own wording. */
export interface DecodeIssue {
  readonly _tag: string
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** More than a person reads at once; the whole request is refused anyway. */
const maxFields = 30

/** The whole request as `message` (its first fault, `roots.0.path: must not be empty`), and every wrong field. */
export const complaintsOf = (
  issues: ReadonlyArray<DecodeIssue>
): { readonly message: string; readonly fields: ReadonlyArray<FieldError> } => {
  const byPath = new Map<string, Array<DecodeIssue>>()
  for (const issue of issues) {
    const path = issue.path.map(String).join(".")
    const known = byPath.get(path)
    if (known !== undefined) known.push(issue)
    else if (byPath.size < maxFields) byPath.set(path, [issue])
  }
  // An alternative to the whole, such as "no body at all", is no news where its fields are complained of.
  if (byPath.size > 1) byPath.delete("")
  const fields = [...byPath].map(([path, found]) => ({ path, text: describe(path, found) }))
  const [first] = fields
  if (first === undefined) return { message: "The request does not have the expected form.", fields: [] }
  return {
    message: first.path === "" ? sentence(first.text) : `${first.path}: ${first.text}`,
    fields: fields
      .filter(({ path }) => path !== "")
      .map(({ path, text }) => ({ path, message: sentence(text) }))
  }
}

/** Each alternative of a value complains by itself: an own wording wins, the others are told together. */
const describe = (path: string, issues: ReadonlyArray<DecodeIssue>): string => {
  const told = issues.find(({ message }) => !message.startsWith("Expected ")) ?? issues[0]
  if (told === undefined) return "does not have the expected form"
  if (told._tag === "Missing") return "is missing"
  if (told._tag === "Unexpected") return "is not a known field"
  if (/^Unable to decode .* into a number$/.test(told.message)) return "must be a number"
  if (!told.message.startsWith("Expected ")) return told.message.split("\n")[0] ?? ""
  if (path === "" && told.message.endsWith("actual null")) return "The request needs a JSON body"
  const expected = issues.flatMap(({ message }) => /^Expected ([\s\S]*), actual /.exec(message)?.[1] ?? [])
  const kinds = [...new Set(expected.filter((text) => text !== "null" && text !== "undefined").map(kindOf))]
  const last = kinds.pop() ?? "left out"
  return `must be ${kinds.length === 0 ? last : `${kinds.join(", ")} or ${last}`}`
}

/** `string` -> `a text`; the shapes of objects and lists are in the API's description. */
const kindOf = (expected: string): string => {
  const kinds: Record<string, string> = {
    string: "a text",
    number: "a number",
    boolean: "true or false"
  }
  if (kinds[expected] !== undefined) return kinds[expected]
  if (expected.startsWith("{")) return "an object"
  if (/^ReadonlyArray<|^(min|max)Items|\]$/.test(expected)) return "a list"
  if (expected.includes("{")) return "of the form in the API's description"
  return expected.replaceAll(" | ", " or ")
}

const sentence = (text: string): string => {
  const full = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(full) ? full : `${full}.`
}
