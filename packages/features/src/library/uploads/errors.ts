import * as Data from "effect/Data"

/** The server rejected an upload. `message` is shown to users. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{
  readonly status: 400 | 403 | 408 | 409 | 413 | 415 | 422 | 429 | 507
  readonly code:
    | "validation"
    | "request_timeout"
    | "file_conflict"
    | "folder_missing"
    | "payload_too_large"
    | "unsupported_media_type"
    | "idempotency_key_reused"
    | "too_many_uploads"
    | "storage_full"
    | "folder_not_writable"
  readonly message: string
  readonly retryAfterSeconds?: number
}> {}
