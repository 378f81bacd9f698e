import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

/** The maximum length of `head`: the first 4 KiB of a file in base64. */
const HEAD_CHARACTERS = 5_464

/** A file that the client is about to send. */
export const UploadQuestion = Body({
  libraryRootId: Uuid,
  /** The folder relative to the root. */
  folder: Schema.optional(SafeText(4096)),
  /** The file name on the client. */
  name: SafeText(1024),
  /** The size in bytes. */
  size: Schema.Int.pipe(Schema.nonNegative()),
  /**
   * The first bytes of the file in base64, at most 4,096 bytes. The server determines the type of the file from these
   * bytes.
   */
  head: Schema.optional(SafeText(HEAD_CHARACTERS)),
  /** The `Idempotency-Key` with which the file was or will be sent. */
  idempotencyKey: Schema.optional(Uuid)
})
export type UploadQuestion = typeof UploadQuestion.Type

export const UploadCheck = Schema.Struct({
  /** The item of a finished upload with this key. If this field is set, the client need not send the file again. */
  itemId: Schema.NullOr(Uuid),
  /** The error with which the server would reject the upload now. Null if the upload would be accepted. */
  refusal: Schema.NullOr(Schema.Struct({ status: Schema.Int, code: Schema.String, message: Schema.String }))
}).annotations({ identifier: "UploadCheck" })
export type UploadCheck = typeof UploadCheck.Type

/**
 * The endpoint that checks an upload in advance. The file itself is sent to a raw route, which is not part of this
 * group.
 */
export class UploadsGroup extends HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.post("check", "/api/videos/upload/check")
      .setPayload(UploadQuestion)
      .addSuccess(Ok("UploadCheckResponse", UploadCheck))
      .addError(FailAdminRequired)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
