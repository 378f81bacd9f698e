import type { Random } from "../permissions/Random.ts"

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly pattern?: string
}

export interface Operation {
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly schema?: Schema
  }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Malicious and erroneous strings, names and ids. */
const texts: ReadonlyArray<string> = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202egpj.exe",
  "e\u0301\u200b\ufeff",
  "👩‍👩‍👧‍👦",
  "%",
  "%00",
  "%2e%2e%2f",
  "../../etc/passwd",
  "'; drop table items; --",
  "${jndi:ldap://x}",
  "<script>alert(1)</script>",
  "\\",
  "_%\\",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1",
  "1e309",
  "99999999999999999999",
  "2024-02-30",
  "0001-01-01T00:00:00Z",
  "01900000-0000-7000-8000-000000000001",
  "http://127.0.0.1:1/",
  "http://[::1]/x",
  "file:///etc/passwd",
  "x".repeat(300),
  "ü".repeat(5_000)
]
const numbers: ReadonlyArray<number> = [0, -1, 1, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 53, 100, 101, 9_999_999]

const nested = (random: Random): unknown => {
  let value: unknown = "deep"
  for (let depth = random.below(200); depth > 0; depth -= 1)
    value = random.chance(0.5) ? [value] : { a: value }
  return value
}

const anything = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => random.pick(texts),
    () => random.pick(numbers),
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => nested(random),
    () => Array.from({ length: random.below(600) }, () => random.pick(texts)),
    () => Object.fromEntries(texts.map((text) => [text, text])),
    () => random.word(random.below(50_000))
  ])()

const resolve = ({ components }: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {})

/** Returns a value that the schema nearly always accepts, with a few random invalid parts. */
export const valueOf = (
  document: Document,
  random: Random,
  given: Schema,
  ids: ReadonlyArray<string>,
  depth = 0
): unknown => {
  if (random.chance(0.12) || depth > 8) return anything(random)
  const schema = resolve(document, given)
  const within = (inner: Schema) => valueOf(document, random, inner, ids, depth + 1)
  if (schema.enum !== undefined) return random.pick(schema.enum)
  if (schema.anyOf !== undefined) return within(random.pick(schema.anyOf))
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(within))
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).filter(() => random.chance(0.7))
      const extra = random.chance(0.1) ? [[random.pick(texts), anything(random)] as const] : []
      return Object.fromEntries([...fields.map(([name, inner]) => [name, within(inner)] as const), ...extra])
    }
    case "array":
      return Array.from({ length: random.below(4) }, () => within(schema.items ?? {}))
    case "integer":
    case "number":
      return random.chance(0.5) ? random.below(100) : random.pick(numbers)
    case "boolean":
      return random.chance(0.5)
    case "null":
      return null
    case "string":
      return schema.pattern?.includes("[0-9a-f]") === true || random.chance(0.2)
        ? random.pick(ids)
        : random.pick([...texts, random.word(), "a".repeat(12)])
    default:
      return anything(random)
  }
}

/** Returns the body as text. It is usually complete, but sometimes truncated, duplicated, or invalid JSON. */
const written = (random: Random, value: unknown): string => {
  const text = JSON.stringify(value) ?? "null"
  if (random.chance(0.85)) return text
  return random.pick<() => string>([
    () => text.slice(0, random.below(text.length + 1)),
    () => `${text}${text}`,
    () => text.replace("{", '{"__proto__":{"isAdmin":true},'),
    () => text.replace(/\{("[^"]+":)/, "{$1null,$1"),
    () => `${"[".repeat(random.below(100_000))}`,
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () => random.word(random.below(1_200_000))
  ])()
}

/**
 * Encodes a value as part of a URL. A lone surrogate has no encoding, so it is replaced. By default, `most` characters
 * of 6 bytes each fit into a request target.
 */
const encoded = (random: Random, value: unknown, most = 1_000): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "")
  return random.chance(0.05) ? "%zz%ff" : encodeURIComponent(text.toWellFormed().slice(0, most))
}

export interface Wire {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const types = [
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "multipart/form-data; boundary=x",
  ""
]

/** Returns a random request to an operation. */
export const requestTo = (
  document: Document,
  random: Random,
  {
    method,
    operation,
    path
  }: { readonly method: string; readonly path: string; readonly operation: Operation },
  ids: ReadonlyArray<string>
): Wire => {
  const parameters = operation.parameters ?? []
  const target = path.replace(
    /\{(\w+)\}/g,
    // The path parameter is never empty. With an empty parameter, the request would have the path of another operation.
    () => encoded(random, random.chance(0.6) ? random.pick(ids) : random.pick(texts), 600) || "x"
  )
  const query = parameters
    .filter((parameter) => parameter.in === "query" && random.chance(0.4))
    .flatMap(({ name, schema = {} }) => {
      const pair = `${name}=${encoded(random, valueOf(document, random, schema, ids))}`
      return random.chance(0.06) ? [pair, pair] : [pair]
    })
  if (random.chance(0.1))
    query.push(`${encoded(random, random.pick(texts))}=${encoded(random, anything(random))}`)
  const schema = operation.requestBody?.content["application/json"]?.schema
  const takesBody = method !== "GET" && (schema !== undefined || random.chance(0.2))
  const body = takesBody ? written(random, valueOf(document, random, schema ?? {}, ids)) : undefined
  return {
    method,
    target: `${target}${query.length === 0 ? "" : `?${query.join("&")}`}`.slice(0, 8_000),
    headers: {
      ...(body === undefined
        ? {}
        : { "content-type": random.chance(0.93) ? "application/json" : random.pick(types) }),
      ...(random.chance(0.1) ? { "idempotency-key": encoded(random, random.pick(texts)) } : {}),
      ...(random.chance(0.05) ? { range: random.pick(["bytes=0-", "bytes=-1", "bytes=5-1", "x"]) } : {}),
      // Each request comes from a random address. Failed attempts are counted per address, so requests from a single
      // address would soon be throttled.
      "x-forwarded-for": `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`
    },
    ...(body === undefined ? {} : { body })
  }
}
