export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The failure of a request. It describes either the server's error, or the reason why no response arrived. */
export class ApiError extends Error {
  override readonly name = "ApiError"
  readonly code: string
  /** The status code of the response. 0 if no response arrived. */
  readonly status: number
  readonly requestId: string | undefined
  /** Delay in seconds before a retry, from the header `Retry-After`. Undefined if the response has no such header. */
  readonly retryAfter: number | undefined
  /** Every invalid field of a `validation` error: its path, such as `roots.0.path`, and a message without the path. */
  readonly fields: ReadonlyArray<FieldError>
  /** All details that the server added to the error, such as the id of the other entity in a conflict. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(fault: {
    readonly code: string
    readonly message: string
    readonly status: number
    readonly requestId?: string | undefined
    readonly retryAfter?: number | undefined
    readonly fields?: ReadonlyArray<FieldError> | undefined
    readonly details?: Readonly<Record<string, unknown>> | undefined
  }) {
    super(fault.message)
    this.code = fault.code
    this.status = fault.status
    this.requestId = fault.requestId
    this.retryAfter = fault.retryAfter
    this.fields = fault.fields ?? []
    this.details = fault.details ?? {}
  }

  /** True if the server was unreachable. The same request may succeed later. */
  get isOffline(): boolean {
    return this.code === "unreachable" || this.code === "timeout"
  }
}

export type QueryValue = string | number | boolean | undefined | null

export interface RequestOptions {
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  /** The body of the request. A `FormData` is sent unchanged, and any other value is sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  /** True if the browser sends the request even while the page is being closed. Browsers then reject a large body. */
  readonly keepalive?: boolean | undefined
}

export interface RequestContext {
  readonly fetch: typeof fetch
  /** Returns the URL of an API path. The URL may have another origin than the page. */
  readonly addressOf: (path: string) => string
  readonly onError?: ((error: ApiError) => void) | undefined
  /** The user's time zone as an IANA name. Queries such as `added:today` use it. Default: UTC. */
  readonly timeZone?: string | undefined
}

/**
 * Sends a GET request to one of the few routes that respond with plain text, and returns the text. Error responses of
 * these routes still use the envelope.
 */
export const readText = async (
  context: RequestContext,
  path: string,
  options: Pick<RequestOptions, "signal"> = {}
): Promise<string> => {
  const response = await context
    .fetch(context.addressOf(path), { credentials: "include", signal: options.signal ?? null })
    .catch((fault: unknown) => {
      throw options.signal?.aborted ? fault : unreachable(fault)
    })
  if (response.ok) return response.text()
  const body: unknown = await response.json().catch(() => undefined)
  openEnvelope({ response, body })
  return ""
}

const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Sends one request and unwraps the envelope. Rejects with `ApiError`, or with the abort reason of the caller's signal.
 */
export const request = async (
  context: RequestContext,
  method: string,
  path: string,
  options: RequestOptions = {}
): Promise<unknown> => {
  try {
    return openEnvelope(await send(context, method, path, options))
  } catch (fault) {
    if (options.signal?.aborted) throw fault
    const error = fault instanceof ApiError ? fault : unreachable(fault)
    context.onError?.(error)
    throw error
  }
}

interface Answer {
  readonly response: Response
  readonly body: unknown
}

const send = async (
  context: RequestContext,
  method: string,
  path: string,
  options: RequestOptions
): Promise<Answer> => {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const response = await context.fetch(context.addressOf(path) + queryString(options.query), {
    method,
    credentials: "include",
    ...(options.keepalive === true ? { keepalive: true } : {}),
    headers: {
      accept: "application/json",
      ...(context.timeZone === undefined ? {} : { "time-zone": context.timeZone }),
      ...(options.body === undefined || isForm(options.body) ? {} : { "content-type": "application/json" })
    },
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    ...(options.body === undefined
      ? {}
      : { body: isForm(options.body) ? options.body : JSON.stringify(options.body) })
  })
  const body: unknown = await response.json().catch((fault: unknown) => {
    if (fault instanceof SyntaxError) return undefined
    throw fault
  })
  return { response, body }
}

/**
 * True for a form. The browser sets the content type of a form, because this type contains the boundary between the
 * parts.
 */
const isForm = (body: unknown): body is FormData =>
  typeof FormData !== "undefined" && body instanceof FormData

const openEnvelope = ({ body, response }: Answer): unknown => {
  if (isRecord(body) && body["ok"] === true) return body["data"]
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {}
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN)
  throw new ApiError({
    code: typeof error["code"] === "string" ? error["code"] : "unexpected_answer",
    message:
      typeof error["message"] === "string"
        ? error["message"]
        : `The server sent a response that this page cannot read (${response.status}).`,
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    fields: Array.isArray(error["fields"]) ? error["fields"].filter(isFieldError) : undefined,
    details: error
  })
}

const unreachable = (fault: unknown): ApiError =>
  fault instanceof DOMException && fault.name === "TimeoutError"
    ? new ApiError({ code: "timeout", message: "The server took too long to answer.", status: 0 })
    : new ApiError({ code: "unreachable", message: "The server cannot be reached.", status: 0 })

const queryString = (query: RequestOptions["query"]): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value))
  }
  const text = params.toString()
  return text === "" ? "" : `?${text}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value["path"] === "string" && typeof value["message"] === "string"
