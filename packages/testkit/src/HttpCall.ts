import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http"
import { Agent as SecureAgent, request as httpsRequest } from "node:https"

export interface CallOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The request body. Strings and bytes are sent unchanged, all other values as JSON. */
  readonly body?: unknown
  /** True to send the body in chunks, without a declared length. */
  readonly isChunked?: boolean
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The parsed body, or `undefined` if the body is not JSON. */
  readonly json: Json
}

// A test may read any path of the response, and its assertions check the values that it reads.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

const parse = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one request over a separate connection. Unlike `fetch`, sends the request target without normalizing it. */
export const call = (
  origin: string,
  method: string,
  target: string,
  options: CallOptions = {}
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { body } = options
    const isRaw = typeof body === "string" || Buffer.isBuffer(body)
    const payload = body === undefined ? undefined : isRaw ? Buffer.from(body) : JSON.stringify(body)
    const { hostname, port, protocol } = new URL(origin)
    const isSecure = protocol === "https:"
    const agent = isSecure ? new SecureAgent({ keepAlive: false }) : new Agent({ keepAlive: false })
    const headers: Record<string, string> = {
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(payload === undefined || options.isChunked === true
        ? {}
        : { "content-length": String(Buffer.byteLength(payload)) }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers
    }
    const request = (isSecure ? httpsRequest : httpRequest)(
      { hostname, port, method, path: target, headers, agent },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString("utf8")
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: parse(text)
          })
        })
      }
    )
    request.on("error", reject)
    if (options.isChunked === true && payload !== undefined) request.write(payload)
    request.end(options.isChunked === true ? undefined : payload)
  })
