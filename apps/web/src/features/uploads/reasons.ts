import type { ApiError } from "@media/web-client/request"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

type Key = Extract<keyof typeof messages.texts, `why${string}`>

const words: Readonly<Record<string, Key>> = {
  admin_required: "whyForbidden",
  authentication_required: "whySignedOut",
  broken_off: "whyBroken",
  file_conflict: "whyExists",
  folder_missing: "whyFolderMissing",
  folder_not_writable: "whyReadOnly",
  forbidden: "whyForbidden",
  not_found: "whyGone",
  payload_too_large: "whyTooLarge",
  storage_full: "whyFull",
  timeout: "whyOffline",
  too_many_uploads: "whyBusy",
  unreachable: "whyOffline",
  unreadable_file: "whyUnreadable",
  unsupported_media_type: "whyNoVideo",
  view_only: "whyForbidden"
}

/** Returns the reason why the server rejected a file. Common reasons are translated. */
export const reasonOf = (error: ApiError): string => {
  // The response may come from a proxy, whose responses have no error code.
  const key = words[error.code] ?? (error.status === 413 ? "whyTooLarge" : undefined)
  return key === undefined ? error.message : translate(messages, key)
}
