import { originOf } from "@media/http/request/RequestFacts"
import type { IncomingMessage } from "node:http"

/** What the log keeps of the request behind an event. */
export const requestMetaOf = (request: IncomingMessage) => {
  const { ipAddress, requestId } = originOf(request)
  return { requestId, ...(ipAddress === "" ? {} : { address: ipAddress }) }
}
