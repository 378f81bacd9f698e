interface PartNames {
  /** Name of the field; empty if missing. */
  readonly name: string
  /** Only for files. */
  readonly filename: string | undefined
}

const parameter = /\s*;\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^";]*)/suy

/** Browsers send a Windows path with plain backslashes: only those before a quote or a backslash are escapes. */
const plain = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/gu, "$1") : value.trim()

/** `UTF-8'en'%e2%82%ac`; undefined if invalid. */
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
 * The names in a form part's header. `multipasta` decodes the header as UTF-8 and then fails on names with characters
 * above U+00FF, such as Cyrillic, Japanese and decomposed accents, so we parse it here.
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
