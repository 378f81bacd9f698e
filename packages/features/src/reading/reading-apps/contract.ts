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
  /** The name that the user gave to the app or device. */
  name: Schema.String,
  createdAt: Timestamp,
  /** The time of the last use, accurate to the hour. Null if no app has signed in with the key yet. */
  lastUsedAt: Schema.NullOr(Timestamp)
}

/** A key that an app uses to sign in at `/koreader`, and at `/opds` in place of the password. */
export const ReadingKey = Schema.Struct(keyFields).annotations({ identifier: "ReadingKey" })
export type ReadingKey = typeof ReadingKey.Type

export const MadeReadingKey = Schema.Struct({
  ...keyFields,
  /** The key, which has 16 letters. It is shown only once, because only a hash of the key is stored. */
  key: Schema.String
}).annotations({ identifier: "MadeReadingKey" })
export type MadeReadingKey = typeof MadeReadingKey.Type

export const NewReadingKey = Body({
  name: ShownText(100).pipe(
    Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
  )
})

/**
 * The caller's own keys. Even administrators cannot see the keys of other accounts. Changing the password deletes all
 * keys.
 */
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
