interface Response {
  readonly description?: string
  readonly $ref?: string
}
type Operations = Readonly<Record<string, { readonly responses?: Readonly<Record<string, Response>> }>>
type Paths = Readonly<Record<string, Operations>>

/**
 * A response is shared if at least this many operations use it. Sharing rarer responses would not make the document
 * shorter.
 */
const FEWEST_USES = 3

/**
 * Moves responses that several operations have in common to `components.responses` and replaces them with references.
 * Most routes have the same errors, so this makes the document a quarter smaller.
 */
export const sharedResponses = (
  paths: Paths
): { readonly paths: Paths; readonly responses: Readonly<Record<string, Response>> } => {
  const uses = new Map<string, number>()
  for (const [status, response] of responsesOf(paths)) {
    const key = keyOf(status, response)
    uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  const responses: Record<string, Response> = {}
  const shared = (status: string, response: Response): Response => {
    const key = keyOf(status, response)
    if ((uses.get(key) ?? 0) < FEWEST_USES) return response
    const name = names.get(key) ?? freeName(responses, `Status_${status}`)
    names.set(key, name)
    responses[name] = response
    return { $ref: `#/components/responses/${name}` }
  }
  const replaced = mapResponses(paths, shared)
  return { paths: replaced, responses }
}

const keyOf = (status: string, response: Response): string => `${status} ${JSON.stringify(response)}`

const freeName = (taken: Readonly<Record<string, unknown>>, wanted: string): string => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}_${n}`
    if (taken[name] === undefined) return name
  }
}

const responsesOf = (paths: Paths): ReadonlyArray<readonly [string, Response]> =>
  Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses = {} }) => Object.entries(responses))

const mapResponses = (paths: Paths, change: (status: string, response: Response) => Response): Paths =>
  mapValues(paths, (operations) =>
    mapValues(operations, (operation) =>
      operation.responses === undefined
        ? operation
        : {
            ...operation,
            responses: mapValues(operation.responses, (response, status) => change(status, response))
          }
    )
  )

const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
