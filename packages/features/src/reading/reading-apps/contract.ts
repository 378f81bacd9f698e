import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, ShownText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

const keyFields = {
  id: Uuid,
  /** The owner's name for the app or device. */
  name: Schema.String,
  createdAt: Timestamp,
  /** Accurate to the hour; null until an app has signed in with it. */
  lastUsedAt: Schema.NullOr(Timestamp)
}

/** A key with which an app signs in without the password: at `/koreader`, and at `/opds` in place of the password. */
export const ReadingKey = Schema.Struct(keyFields).annotations({ identifier: "ReadingKey" })
export type ReadingKey = typeof ReadingKey.Type

export const MadeReadingKey = Schema.Struct({
  ...keyFields,
  /** 16 letters. Shown only once, because only a hash is stored. */
  key: Schema.String
}).annotations({ identifier: "MadeReadingKey" })
export type MadeReadingKey = typeof MadeReadingKey.Type

export const NewReadingKey = Body({
  name: ShownText(100).pipe(
    Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
  )
})

/** The caller's own keys. Not even administrators see those of others. A new password deletes all of them. */
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
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
