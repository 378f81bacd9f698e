/** A field that a GraphQL document selects. */
export interface Selected {
  readonly name: string
  readonly alias: string
  /** The arguments by name. Each is the name of a variable or a constant. */
  readonly args: Readonly<Record<string, { readonly variable: string } | { readonly value: unknown }>>
  readonly inside: ReadonlyArray<Selected>
}

export interface Document {
  readonly operation: "Query" | "Mutation"
  readonly variables: Readonly<Record<string, string>>
  readonly selected: ReadonlyArray<Selected>
}

const TOKEN = /\s*([A-Za-z_]\w*|\$[A-Za-z_]\w*|"[^"]*"|-?\d+|[{}()[\]:!,])/gy

const tokensOf = (text: string): ReadonlyArray<string> => {
  const tokens: Array<string> = []
  TOKEN.lastIndex = 0
  for (let end = 0; end < text.trimEnd().length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) throw new Error(`Syntax error at character ${end}`)
    if (token !== ",") tokens.push(token)
  }
  return tokens
}

/** Parses a GraphQL document in the form that clients send: one operation, without fragments or directives. */
export const readDocument = (text: string): Document => {
  const tokens = tokensOf(text)
  let at = 0
  const next = (expected?: string): string => {
    const token = tokens[at++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Syntax error: expected ${expected ?? "more"}, found ${token ?? "the end"}`)
    return token
  }
  const isNext = (token: string): boolean => tokens[at] === token

  const type = (): string => {
    let read = next()
    if (read === "[") read = `[${type()}${next("]")}`
    return isNext("!") ? read + next() : read
  }
  const value = () => {
    const token = next()
    if (token.startsWith("$")) return { variable: token.slice(1) }
    return { value: JSON.parse(token) as unknown }
  }
  const args = () => {
    const read: Record<string, ReturnType<typeof value>> = {}
    if (!isNext("(")) return read
    for (next("("); !isNext(")");) {
      const name = next()
      next(":")
      read[name] = value()
    }
    next(")")
    return read
  }
  const selection = (): ReadonlyArray<Selected> => {
    const all: Array<Selected> = []
    for (next("{"); !isNext("}");) {
      const alias = next()
      const name = isNext(":") ? (next(":"), next()) : alias
      all.push({ alias, name, args: args(), inside: isNext("{") ? selection() : [] })
    }
    next("}")
    return all
  }

  const operation = next() === "mutation" ? "Mutation" : "Query"
  if (!isNext("(") && !isNext("{")) next()
  const variables: Record<string, string> = {}
  if (isNext("(")) {
    for (next("("); !isNext(")");) {
      const name = next().slice(1)
      next(":")
      variables[name] = type()
    }
    next(")")
  }
  const selected = selection()
  if (at < tokens.length) throw new Error(`Syntax error: ${tokens[at]} after the end`)
  return { operation, variables, selected }
}
