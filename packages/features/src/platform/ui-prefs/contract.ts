import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Fail, Ok, OkNull } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { PreferenceTooLarge } from "./errors.ts"

/** `value` is any JSON value. */
export const UiPref = Schema.Struct({ key: Schema.String, value: Schema.Unknown }).annotations({
  identifier: "UiPref"
})
export type UiPref = typeof UiPref.Type

const Key = Schema.Struct({
  key: SafeText(200).pipe(Schema.minLength(1, { message: () => "must not be empty" }))
})

/** Rejects a body without a value. A missing value is a client error and must not be stored as null. */
const Present = Schema.Unknown.pipe(
  Schema.filter((value) => value !== undefined, { message: () => "is missing", jsonSchema: {} })
)

/**
 * Preferences of the web app. Each account can read only its own preferences. Even administrators cannot read the
 * preferences of other accounts.
 */
export class UiPrefsGroup extends HttpApiGroup.make("uiPrefs")
  .add(
    HttpApiEndpoint.get("get", "/api/ui-prefs/:key")
      .setPath(Key)
      .addSuccess(Ok("UiPrefResponse", UiPref))
      // The response is 404 if the key was never set. It is also 404 if the encoding of the key is not canonical,
      // because such a path does not match any route.
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.put("put", "/api/ui-prefs/:key")
      .setPath(Key)
      .setPayload(Body({ value: Present }))
      .addSuccess(Ok("PutUiPrefResponse", UiPref))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(Fail(PreferenceTooLarge, "payload_too_large", 413))
  )
  .add(
    HttpApiEndpoint.del("remove", "/api/ui-prefs/:key").setPath(Key).addSuccess(OkNull).addError(FailNotFound)
  )
  .middleware(RequireSession) {}
