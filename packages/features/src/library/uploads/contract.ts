import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

/** Maximum length of the beginning of a file that is sent for examination: 4 KiB in base64. */
const HEAD_CHARACTERS = 5_464

/** A file that is about to be sent. */
export const UploadQuestion = Body({
  libraryRootId: Uuid,
  /** Folder below the root. */
  folder: Schema.optional(SafeText(4096)),
  /** The sender's name for the file. */
  name: SafeText(1024),
  /** Bytes. */
  size: Schema.Int.pipe(Schema.nonNegative()),
  /** Its first bytes in base64, up to 4,096, which reveal its type. */
  head: Schema.optional(SafeText(HEAD_CHARACTERS)),
  /** The `Idempotency-Key` with which it was or will be sent. */
  idempotencyKey: Schema.optional(Uuid)
})
export type UploadQuestion = typeof UploadQuestion.Type

export const UploadCheck = Schema.Struct({
  /** The item of a finished upload with this key. Nothing needs to be sent. */
  itemId: Schema.NullOr(Uuid),
  /** The error that the upload would get now; null if it would be accepted. */
  refusal: Schema.NullOr(Schema.Struct({ status: Schema.Int, code: Schema.String, message: Schema.String }))
}).annotations({ identifier: "UploadCheck" })
export type UploadCheck = typeof UploadCheck.Type

/** The bytes of the file are sent to a separate raw route. */
export class UploadsGroup extends HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.post("check", "/api/videos/upload/check")
      .setPayload(UploadQuestion)
      .addSuccess(Ok("UploadCheckResponse", UploadCheck))
      .addError(FailAdminRequired)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
