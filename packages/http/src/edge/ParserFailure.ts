import type { Refusal } from "./Refusal.ts"

/**
 * Returns the error for an invalid request, based on the error code of Node's parser. Undefined if the client has
 * disconnected.
 */
export const parserFailure = ({ code }: NodeJS.ErrnoException): Refusal | undefined => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, code: "head_too_large", message: "The request headers are larger than 16 KiB." }
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return {
        status: 413,
        code: "payload_too_large",
        message: "The chunk extensions are larger than 16 KiB."
      }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, code: "request_timeout", message: "The request did not arrive in time." }
    case "ECONNRESET":
    case "EPIPE":
    case "ETIMEDOUT":
      return undefined
    default:
      return { status: 400, code: "validation", message: "This is not an HTTP/1.1 request." }
  }
}
