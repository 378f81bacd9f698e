import * as Data from "effect/Data"

/** Why a file that is sent was not taken; `message` is a sentence for people. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{
  readonly status: 400 | 403 | 404 | 408 | 409 | 413 | 415 | 507
  readonly code:
    | "validation"
    | "not_found"
    | "request_timeout"
    | "file_conflict"
    | "payload_too_large"
    | "unsupported_media_type"
    | "storage_full"
    | "folder_not_writable"
  readonly message: string
}> {}
