import { makePromiseClient } from "@media/web-client/PromiseClient"
import { ApiError, type RequestContext } from "@media/web-client/request"
import { apiAddress } from "./lib/urlBase"
import { defineMessages, translate } from "./lib/messages"

export { ApiError }

const messages = defineMessages("api", {
  clientFault: "Something went wrong on this page. Reload it, then try again."
})

/**
 * Called for every API error. The session uses this to handle 401, and the offline bar to detect an unreachable server.
 */
const listeners = new Set<(error: ApiError) => void>()
export const onApiError = (listener: (error: ApiError) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * If the script in the page's head has already sent this request, before this code was loaded, returns the response.
 * Otherwise, returns undefined. Each response is used only once, because a later request needs a newer response.
 */
const takeEarly = (...[url, options]: Parameters<typeof fetch>): Promise<Response> | undefined => {
  const early = typeof url === "string" ? window.early?.[url] : undefined
  if (early === undefined || typeof url !== "string") return undefined
  delete window.early?.[url]
  return early.then((answer) => answer ?? fetch(url, options))
}

export const apiContext: RequestContext = {
  fetch: (...request) => takeEarly(...request) ?? fetch(...request),
  addressOf: apiAddress,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  onError: (error) => listeners.forEach((listener) => listener(error))
}
export const api = makePromiseClient(apiContext)

/** Converts any thrown value to the error type that pages show. */
export const asApiError = (fault: unknown): ApiError =>
  fault instanceof ApiError
    ? fault
    : new ApiError({
        code: "client_fault",
        message: fault instanceof Error ? fault.message : translate(messages, "clientFault"),
        status: 0
      })
