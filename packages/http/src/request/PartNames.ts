interface PartNames {
  /** The name of the field. Empty if the name is missing. */
  readonly name: string
  /** The name of the file. Undefined if the part is not a file. */
  readonly filename: string | undefined
}

const parameter = /\s*;\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^";]*)/suy

/**
 * Removes quotes and escapes. Browsers send Windows paths with plain backslashes, so a backslash is an escape only
 * before a quote or a backslash.
 */
const plain = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/gu, "$1") : value.trim()

/** Decodes a value like `UTF-8'en'%e2%82%ac`. Undefined if invalid. */
const extended = (value: string | undefined): string | undefined => {
  const encoded = /^utf-8'[^']*'(.*)$/isu.exec(value ?? "")?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/**
 * Returns the names in the header of a form part. Does not use the names from `multipasta`, because `multipasta` fails
 * on characters above U+00FF, such as Cyrillic, Japanese and decomposed accents.
 */
export const partNames = (part: {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
}): PartNames => {
  const header = part.headers["content-disposition"]
  const said = new Map<string, string>()
  if (typeof header === "string") {
    parameter.lastIndex = Math.max(0, header.indexOf(";"))
    for (let match = parameter.exec(header); match !== null; match = parameter.exec(header)) {
      const key = match[1]!.toLowerCase()
      if (!said.has(key)) said.set(key, plain(match[2]!))
    }
  }
  return { name: said.get("name") ?? "", filename: extended(said.get("filename*")) ?? said.get("filename") }
}
