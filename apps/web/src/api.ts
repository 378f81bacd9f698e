import { makePromiseClient } from "@media/web-client/PromiseClient"
import { ApiError, type RequestContext } from "@media/web-client/request"

export { ApiError }

/** Heard by the session (401) and by the offline bar (unreachable). */
const listeners = new Set<(error: ApiError) => void>()
export const onApiError = (listener: (error: ApiError) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const apiContext: RequestContext = {
  fetch: (...request) => fetch(...request),
  baseUrl: "",
  onError: (error) => listeners.forEach((listener) => listener(error))
}
export const api = makePromiseClient(apiContext)

/** Any thrown value as the one shape the pages show. */
export const asApiError = (fault: unknown): ApiError =>
  fault instanceof ApiError
    ? fault
    : new ApiError({
        code: "client_fault",
        message: fault instanceof Error ? fault.message : "Something went wrong in this page.",
        status: 0
      })
