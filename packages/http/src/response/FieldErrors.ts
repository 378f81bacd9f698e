import type { FieldError } from "@media/kernel/Errors"

/** The decoder's report on one value; `message` is its own wording. */
export interface DecodeIssue {
  readonly _tag: string
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** More than a person reads at once; the request is rejected anyway. */
const maxFields = 30

/** `message` for the request (its first error, `roots.0.path: must not be empty`), and every wrong field. */
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
  // An alternative to the entire body, such as "no body at all", is redundant if its fields are reported.
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

/** Each alternative of a value reports its own issue: a custom message wins, the others are combined. */
const describe = (path: string, issues: ReadonlyArray<DecodeIssue>): string => {
  const main = issues.find(({ message }) => !message.startsWith("Expected ")) ?? issues[0]
  if (main === undefined) return "does not have the expected form"
  if (main._tag === "Missing") return "is missing"
  if (main._tag === "Unexpected") return "is not a known field"
  if (/^Unable to decode .* into a number$/.test(main.message)) return "must be a number"
  if (!main.message.startsWith("Expected ")) return main.message.split("\n")[0] ?? ""
  if (path === "" && main.message.endsWith("actual null")) return "The request needs a JSON body"
  const expected = issues.flatMap(({ message }) => /^Expected ([\s\S]*), actual /.exec(message)?.[1] ?? [])
  const kinds = [...new Set(expected.filter((text) => text !== "null" && text !== "undefined").map(kindOf))]
  const last = kinds.pop() ?? "left out"
  return `must be ${kinds.length === 0 ? last : `${kinds.join(", ")} or ${last}`}`
}

/** `string` -> `text`; the shapes of objects and lists are in the API's description. */
const kindOf = (expected: string): string => {
  const kinds: Record<string, string> = {
    string: "text",
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
