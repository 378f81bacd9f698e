import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { checkDocument } from "./check.ts"
import { type Document, readDocument, type Selected } from "./document.ts"
import { currentSchema, olderSchema, type Schema } from "./schema.ts"

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}
export interface Hash {
  readonly hash: string
  readonly algorithm: string
  readonly duration: number
}
export interface SentFingerprint extends Hash {
  readonly sceneId: string
  readonly vote: string
}
interface Asked {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}
/** Returns a replacement for the response to a request, or undefined to respond normally. */
type Instead = (asked: Asked) =>
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly body?: unknown
      /** True to execute the request, but to close the connection without a response. */
      readonly isCut?: true
    }
  | undefined

interface Content {
  readonly scenes: ReadonlyArray<Row & { readonly fingerprints?: ReadonlyArray<Hash> }>
  readonly performers: ReadonlyArray<Row>
  readonly studios: ReadonlyArray<Row>
  readonly tags: ReadonlyArray<Row>
}

const find = (rows: ReadonlyArray<Row>, field: string, value: unknown) =>
  rows.find((row) => row[field] === value) ?? null
const named = (rows: ReadonlyArray<Row>, field: string, term: unknown) =>
  rows.filter((row) =>
    String(term)
      .toLowerCase()
      .split(/\s+/)
      .some((word) => String(row[field]).toLowerCase().includes(word))
  )

/**
 * Starts a stash-box server on this machine. It responds in the order of the requests, and only to documents that match
 * its schema.
 */
export const startStashBox = async (options: { readonly key: string; readonly isOlder?: boolean }) => {
  const schema: Schema = options.isOlder === true ? olderSchema : currentSchema
  const asked: Array<Asked> = []
  const sent: Array<SentFingerprint> = []
  const state = {
    content: { scenes: [], performers: [], studios: [], tags: [] } as Content,
    instead: (() => undefined) as Instead
  }

  const record = (sceneId: string, { algorithm, duration, hash }: Hash, vote: string) => {
    if (find(state.content.scenes, "id", sceneId) === null) return "scene not found"
    sent.push({ sceneId, algorithm, duration, hash, vote })
    return null
  }
  const ownOf = (sceneId: string) => (hash: Hash) => {
    const last = sent.findLast(
      (each) => each.sceneId === sceneId && each.hash === hash.hash && each.algorithm === hash.algorithm
    )
    return { ...hash, user_submitted: last?.vote === "VALID", user_reported: last?.vote === "INVALID" }
  }
  const sceneOf = (row: Row | null) =>
    row === null
      ? null
      : {
          ...row,
          fingerprints: [
            ...((row["fingerprints"] as ReadonlyArray<Hash> | undefined) ?? []),
            ...sent.filter(({ sceneId }) => sceneId === row.id)
          ].map(ownOf(row.id))
        }
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const resolvers: Readonly<Record<string, (args: any) => unknown>> = {
    me: () => ({ id: "1", name: "mia" }),
    findScene: ({ id }) => sceneOf(find(state.content.scenes, "id", id)),
    findPerformer: ({ id }) => find(state.content.performers, "id", id),
    findStudio: ({ id, name }) => find(state.content.studios, id == null ? "name" : "id", id ?? name),
    findTag: ({ id }) => find(state.content.tags, "id", id),
    queryTags: ({ input }) => ({ tags: named(state.content.tags, "name", input.names) }),
    searchScenes: ({ term }) => ({ scenes: named(state.content.scenes, "title", term).map(sceneOf) }),
    searchScene: ({ term }) => named(state.content.scenes, "title", term).map(sceneOf),
    searchPerformers: ({ term }) => ({ performers: named(state.content.performers, "name", term) }),
    searchPerformer: ({ term }) => named(state.content.performers, "name", term),
    findScenesBySceneFingerprints: ({ fingerprints }) =>
      (fingerprints as ReadonlyArray<ReadonlyArray<Hash>>).map((own) =>
        state.content.scenes
          .filter((scene) =>
            scene.fingerprints?.some((known) =>
              own.some(({ algorithm, hash }) => algorithm === known.algorithm && hash === known.hash)
            )
          )
          .map(sceneOf)
      ),
    submitFingerprint: ({ input }) => {
      const error = record(input.scene_id, input.fingerprint, input.vote ?? "VALID")
      if (error !== null) throw new Error(error)
      return true
    },
    submitFingerprints: ({ input }) =>
      (input as ReadonlyArray<Hash & { readonly scene_id: string }>).map(({ scene_id, ...hash }) => ({
        scene_id,
        hash: hash.hash,
        error: record(scene_id, hash, "VALID")
      })),
    __type: ({ name }) =>
      schema[name] === undefined
        ? null
        : { fields: Object.keys(schema[name]).map((field) => ({ name: field })) }
  }

  const project = (value: unknown, inside: ReadonlyArray<Selected>): unknown => {
    if (value === null || value === undefined || inside.length === 0) return value ?? null
    if (Array.isArray(value)) return value.map((each) => project(each, inside))
    const listed = new Set([
      "aliases",
      "urls",
      "images",
      "tags",
      "performers",
      "fingerprints",
      "tattoos",
      "piercings"
    ])
    return Object.fromEntries(
      inside.map(({ alias, inside: deeper, name }) => [
        alias,
        project((value as Record<string, unknown>)[name] ?? (listed.has(name) ? [] : null), deeper)
      ])
    )
  }
  const run = ({ selected }: Document, variables: Readonly<Record<string, unknown>>) => {
    const data: Record<string, unknown> = {}
    const errors: Array<object> = []
    for (const { alias, args, inside, name } of selected)
      try {
        const given = Object.entries(args).map(([key, arg]) => [
          key,
          "value" in arg ? arg.value : variables[arg.variable]
        ])
        data[alias] = project(resolvers[name]!(Object.fromEntries(given)), inside)
      } catch (error) {
        data[alias] = null
        errors.push({ message: (error as Error).message, path: [alias] })
      }
    return errors.length === 0 ? { data } : { data, errors }
  }
  const answer = (one: Asked) => {
    try {
      const document = readDocument(one.query)
      checkDocument(schema, document, one.variables)
      return { status: 200, body: run(document, one.variables) }
    } catch (error) {
      return { status: 422, body: { errors: [{ message: (error as Error).message }] } }
    }
  }

  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString()))
    request.on("end", () => {
      const one = JSON.parse(text) as Asked
      if (request.headers["apikey"] !== options.key) {
        response.writeHead(401, { "content-type": "application/json" }).end('{"error":"no"}')
        return
      }
      asked.push(one)
      const instead = state.instead(one)
      if (instead?.isCut === true) {
        answer(one)
        request.socket.destroy()
        return
      }
      const { body, status } =
        instead?.body === undefined && instead?.status === undefined ? answer(one) : instead
      response
        .writeHead(status ?? 200, { "content-type": "application/json", ...instead?.headers })
        .end(JSON.stringify(body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/graphql`,
    /** The requests with the correct key, in order. */
    asked,
    /** Returns the response to a request. Used by servers that forward requests. */
    answer: (one: Asked) => {
      asked.push(one)
      return answer(one)
    },
    /** The fingerprints that clients have sent, in order. */
    sent,
    state,
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
export type StashBoxServer = Awaited<ReturnType<typeof startStashBox>>
