import { shallowRef } from "vue"
import type { ApiError } from "@/api"

/** True after a response has reported that the server is closed. The closed page then replaces all other pages. */
export const isClosed = shallowRef(false)

/**
 * Sets `isClosed` if the error reports that the server is closed. No extra request is needed, because a closed server
 * rejects every request.
 */
export const noticeClosed = ({ code }: ApiError): void => {
  if (code === "breaking_gate" || code === "schema_newer") isClosed.value = true
}
