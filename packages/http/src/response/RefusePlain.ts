import type { IncomingMessage, ServerResponse } from "node:http"
import type { Refusal } from "../edge/Refusal.ts"
import { requestedHost } from "../request/RequestFacts.ts"
import { isUnsafeMethod } from "../request/SameOrigin.ts"
import { sendError } from "./SendError.ts"

/** Says nothing that needs a secret, and is asked by launchers and containers that do not know the certificate's name. */
export const healthPath = "/api/health"

export const httpsRequired: Refusal = {
  status: 403,
  code: "https_required",
  message: "This server answers https only."
}

/**
 * The answer to http where there is https. A browser is sent there, for this time only: one that remembered it could not
 * come back when the certificate is taken away. What a client sends is refused: its password has been on the wire in the
 * clear already, and that must not go unnoticed.
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
