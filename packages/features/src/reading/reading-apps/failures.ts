import type { FailureBody } from "@media/http/RawRoute"

export const KOREADER_TYPE = "application/vnd.koreader.v1+json"

/** The error numbers of KOReader's own server, keyed by status. */
const codes: Readonly<Record<number, number>> = { 400: 2003, 401: 2001, 404: 2004 }

/** Writes an error in the format of KOReader, which shows the message to its user. */
export const koreaderFailure: FailureBody = ({ message, status }) => ({
  type: KOREADER_TYPE,
  text: JSON.stringify({ code: codes[status] ?? 2000, message: status === 401 ? "Unauthorized" : message })
})

/** Writes an error as a problem document (RFC 7807). */
export const progressionFailure: FailureBody = ({ message, status }) => ({
  type: "application/problem+json",
  text: JSON.stringify({ type: "about:blank", title: message, status })
})
