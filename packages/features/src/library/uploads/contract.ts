import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

/** What of a file's beginning is looked at: 4 KiB, in base64. */
const HEAD_CHARACTERS = 5_464

/** A file that is about to be sent. */
export const UploadQuestion = Body({
  libraryRootId: Uuid,
  /** Below the root. */
  folder: Schema.optional(SafeText(4096)),
  /** As the sender calls the file. */
  name: SafeText(1024),
  /** Bytes. */
  size: Schema.Int.pipe(Schema.nonNegative()),
  /** Its first bytes, up to 4,096, in base64: what it is shows there. */
  head: Schema.optional(SafeText(HEAD_CHARACTERS)),
  /** The `Idempotency-Key` it was or will be sent with. */
  idempotencyKey: Schema.optional(Uuid)
})
export type UploadQuestion = typeof UploadQuestion.Type

export const UploadCheck = Schema.Struct({
  /** The item of an upload with this key that is done: nothing has to be sent. */
  itemId: Schema.NullOr(Uuid),
  /** How the upload would be refused now; null: it would be taken. */
  refusal: Schema.NullOr(Schema.Struct({ status: Schema.Int, code: Schema.String, message: Schema.String }))
}).annotations({ identifier: "UploadCheck" })
export type UploadCheck = typeof UploadCheck.Type

/** The file itself is sent to a raw route beside this one. */
export class UploadsGroup extends HttpApiGroup.make("uploads")
  .add(
    HttpApiEndpoint.post("check", "/api/videos/upload/check")
      .setPayload(UploadQuestion)
      .addSuccess(Ok("UploadCheckResponse", UploadCheck))
      .addError(FailAdminRequired)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
