// @vitest-environment node
import { describe, expect, it, vi } from "vitest"
import { makePromiseClient } from "./PromiseClient.ts"
import { ApiError, request, type RequestContext } from "./request.ts"

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers })
const contextOf = (answer: () => Promise<Response>) => {
  const sent = vi.fn<typeof fetch>(answer)
  const onError = vi.fn()
  const context: RequestContext = { fetch: sent, addressOf: (path) => path, onError }
  return { context, sent, onError }
}

describe("request", () => {
  it("unwraps the envelope", async () => {
    const { context } = contextOf(async () => json(200, { ok: true, data: { total: 3 } }))
    expect(await request(context, "GET", "/api/videos")).toEqual({ total: 3 })
  })

  it("rejects with the code, message, status, retry delay and request id of an error response", async () => {
    const { context, onError } = contextOf(async () =>
      json(
        429,
        { ok: false, error: { code: "auth_rate_limited", message: "Wait." } },
        { "retry-after": "12", "x-request-id": "r1" }
      )
    )
    const fault = await request(context, "POST", "/api/auth/login", { body: {} }).catch(
      (error: unknown) => error
    )
    expect(fault).toBeInstanceOf(ApiError)
    expect(fault).toMatchObject({
      code: "auth_rate_limited",
      message: "Wait.",
      status: 429,
      retryAfter: 12,
      requestId: "r1"
    })
    expect(onError).toHaveBeenCalledWith(fault)
  })

  it("rejects with every invalid field that the response lists, and ignores malformed entries", async () => {
    const fields = [{ path: "roots.0.path", message: "Must not be empty." }]
    const { context } = contextOf(async () =>
      json(400, {
        ok: false,
        error: {
          code: "validation",
          message: "roots.0.path: must not be empty",
          fields: [...fields, 5, null]
        }
      })
    )
    await expect(request(context, "POST", "/")).rejects.toMatchObject({ fields })
  })

  it("reports a response that is not an envelope", async () => {
    const { context } = contextOf(async () => new Response("<html>", { status: 502 }))
    await expect(request(context, "GET", "/")).rejects.toMatchObject({
      code: "unexpected_answer",
      status: 502
    })
  })

  it("distinguishes an unreachable server from an aborted request", async () => {
    const gone = contextOf(() => Promise.reject(new TypeError("Failed to fetch")))
    await expect(request(gone.context, "GET", "/")).rejects.toMatchObject({
      code: "unreachable",
      isOffline: true
    })

    const abort = new AbortController()
    abort.abort()
    const given = contextOf(() => Promise.reject(new DOMException("", "AbortError")))
    await expect(request(given.context, "GET", "/", { signal: abort.signal })).rejects.toMatchObject({
      name: "AbortError"
    })
    expect(given.onError).not.toHaveBeenCalled()
  })
})

describe("makePromiseClient", () => {
  it("fills in the path and omits unset parameters", async () => {
    const { context, sent } = contextOf(async () => json(200, { ok: true, data: null }))
    const client = makePromiseClient(context)
    await client.videos.list({ query: { q: "a b", page: 2, libraryId: undefined } })
    await client.auth.revokeSession({ path: { id: "x/../y" } })
    expect(sent.mock.calls.map(([url, init]) => `${init?.method} ${String(url)}`)).toEqual([
      "GET /api/videos?q=a+b&page=2",
      "DELETE /api/auth/sessions/x%2F..%2Fy"
    ])
  })
})
