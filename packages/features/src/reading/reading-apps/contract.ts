import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, ShownText } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

const keyFields = {
  id: Uuid,
  /** What its owner calls the app or device. */
  name: Schema.String,
  createdAt: Timestamp,
  /** To the hour; null until an app has signed in by it. */
  lastUsedAt: Schema.NullOr(Timestamp)
}

/** By which an app signs in without the password: to `/koreader`, and to `/opds` in the place of the password. */
export const ReadingKey = Schema.Struct(keyFields).annotations({ identifier: "ReadingKey" })
export type ReadingKey = typeof ReadingKey.Type

export const MadeReadingKey = Schema.Struct({
  ...keyFields,
  /** 16 letters. Told this once: only a hash of it is stored. */
  key: Schema.String
}).annotations({ identifier: "MadeReadingKey" })
export type MadeReadingKey = typeof MadeReadingKey.Type

export const NewReadingKey = Body({
  name: ShownText(100).pipe(
    Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
  )
})

/** The caller's own; no one else's, administrators' neither. A new password ends them all. */
export class ReadingKeysGroup extends HttpApiGroup.make("readingKeys")
  .add(HttpApiEndpoint.get("list", "/api/reading-keys").addSuccess(Page("ReadingKeysResponse", ReadingKey)))
  .add(
    HttpApiEndpoint.post("make", "/api/reading-keys")
      .setPayload(NewReadingKey)
      .addSuccess(Ok("MadeReadingKeyResponse", MadeReadingKey, 201))
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.del("revoke", "/api/reading-keys/:id")
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
