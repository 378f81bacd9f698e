import { originOf } from "@media/http/request/RequestFacts"
import type { IncomingMessage } from "node:http"

/** Returns the metadata of a request that is stored with its events. */
export const requestMetaOf = (request: IncomingMessage) => {
  const { ipAddress, requestId } = originOf(request)
  return { requestId, ...(ipAddress === "" ? {} : { address: ipAddress }) }
}
