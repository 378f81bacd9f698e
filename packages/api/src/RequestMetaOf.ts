import { originOf } from "@media/http/request/RequestFacts"
import type { IncomingMessage } from "node:http"

/** The part of a request that the log keeps with an event. */
export const requestMetaOf = (request: IncomingMessage) => {
  const { ipAddress, requestId } = originOf(request)
  return { requestId, ...(ipAddress === "" ? {} : { address: ipAddress }) }
}
