import type { IncomingMessage, ServerResponse } from "node:http"
import type { Refusal } from "../edge/Refusal.ts"
import { requestedHost } from "../request/RequestFacts.ts"
import { isUnsafeMethod } from "../request/SameOrigin.ts"
import { sendError } from "./SendError.ts"

/** The health check reveals no secret, and launchers and containers call it without knowing the certificate's name. */
export const healthPath = "/api/health"

export const httpsRequired: Refusal = {
  status: 403,
  code: "https_required",
  message: "This server accepts only https."
}

/**
 * The response to plain http if there is https. Browsers are redirected temporarily: with a permanent redirect they
 * could not return once the certificate is removed. Other clients are rejected: they have already sent their password
 * in the clear, and someone must notice that.
 */
export const refusePlain = (request: IncomingMessage, response: ServerResponse, asked: string): void => {
  const { host } = requestedHost(request)
  const isReading = !isUnsafeMethod(request.method) && /^[\w.:[\]-]+$/.test(host)
  const headers = isReading ? { Location: `https://${host}${asked}` } : { Connection: "close" }
  sendError(
    response,
    isReading ? 307 : httpsRequired.status,
    httpsRequired.code,
    httpsRequired.message,
    headers
  )
}
