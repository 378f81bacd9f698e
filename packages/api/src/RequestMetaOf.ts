import { originOf } from "@media/http/request/RequestFacts"
import { zoneNamed } from "@media/kernel/ViewerZone"
import type { IncomingMessage } from "node:http"

/** Returns the metadata of a request that is stored with its events. */
export const requestMetaOf = (request: IncomingMessage) => {
  const { ipAddress, requestId } = originOf(request)
  return { requestId, ...(ipAddress === "" ? {} : { address: ipAddress }) }
}

/** Returns the time zone in the request's `Time-Zone` header. The web app sends the zone of the browser. */
export const viewerZoneOf = (request: IncomingMessage): string => {
  const zone = request.headers["time-zone"]
  return zoneNamed(typeof zone === "string" ? zone : undefined)
}
