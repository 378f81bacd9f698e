interface PartNames {
  /** Of the field; empty where none is said. */
  readonly name: string
  /** Said of files only. */
  readonly filename: string | undefined
}

const parameter = /\s*;\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^";]*)/suy

/** A path of Windows is sent with plain backslashes: only those before a quote or a backslash escape. */
const plain = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/gu, "$1") : value.trim()

/** `UTF-8'en'%e2%82%ac`; undefined where it cannot be read. */
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
 * What a part of a form says it is called. `multipasta` reads the header as UTF-8 and then understands none of it once a
 * name has a character above U+00FF, as Cyrillic, Japanese and decomposed accents have; so it is read here.
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
