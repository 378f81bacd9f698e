import {
  AdminRequired,
  AuthenticationRequired,
  Conflict,
  FieldError,
  Forbidden,
  Invalid,
  NotFound,
  NotReady,
  StorageFull,
  StorageUnavailable,
  TextProblem,
  UpstreamFailed,
  ViewOnly
} from "@media/kernel/Errors"
import * as Schema from "effect/Schema"
import { Fail } from "./Envelope.ts"

/**
 * Codes and statuses of the errors that all slices share. A slice declares the codes of its own errors in its contract.
 */
export const FailInvalid = Fail(Invalid, "validation", 400, {
  fields: Schema.optionalWith(Schema.Array(FieldError), { exact: true }),
  details: Schema.optionalWith(Schema.Array(TextProblem), { exact: true })
})
export const FailNotFound = Fail(NotFound, "not_found", 404)
export const FailConflict = Fail(Conflict, "conflict", 409)
export const FailAuthenticationRequired = Fail(AuthenticationRequired, "authentication_required", 401)
export const FailAdminRequired = Fail(AdminRequired, "admin_required", 403)
export const FailForbidden = Fail(Forbidden, "forbidden", 403)
export const FailViewOnly = Fail(ViewOnly, "view_only", 403)
export const FailNotReady = Fail(NotReady, "not_ready", 503)
export const FailStorageFull = Fail(StorageFull, "storage_full", 507)
export const FailStorageUnavailable = Fail(StorageUnavailable, "storage_unavailable", 503)
export const FailUpstream = Fail(UpstreamFailed, "upstream_failed", 502)
