import { shallowRef } from "vue"
import type { ApiError } from "@/api"

/** Set when a response reports that the server is closed. One page then replaces all others. */
export const isClosed = shallowRef(false)

/** The first request of any page fails if the server is closed, so no extra request is needed. */
export const noticeClosed = ({ code }: ApiError): void => {
  if (code === "breaking_gate" || code === "schema_newer") isClosed.value = true
}
