import { shallowRef } from "vue"
import type { ApiError } from "@/api"

/** Set as soon as an answer says that the product is closed: a page explains it in place of all others. */
export const isClosed = shallowRef(false)

/** The first page asks for something that is closed: no request of its own is needed to find out. */
export const noticeClosed = ({ code }: ApiError): void => {
  if (code === "breaking_gate" || code === "schema_newer") isClosed.value = true
}
