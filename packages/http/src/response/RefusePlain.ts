import type { IncomingMessage, ServerResponse } from "node:http"
import type { Refusal } from "../edge/Refusal.ts"
import { requestedHost } from "../request/RequestFacts.ts"
import { isUnsafeMethod } from "../request/SameOrigin.ts"
import { sendError } from "./SendError.ts"

/**
 * The path of the health check, which also works over plain http. The health check does not reveal secrets, and
 * launchers and containers call it without knowing the name in the certificate.
 */
export const healthPath = "/api/health"

export const httpsRequired: Refusal = {
  status: 403,
  code: "https_required",
  message: "This server accepts only https."
}

/**
 * Responds to a plain http request on a server with https. Browsers are redirected, but only temporarily, because they
 * would remember a permanent redirect even after the certificate is removed. Other clients are rejected, so that their
 * users notice that they have sent their password unencrypted.
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
