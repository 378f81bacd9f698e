import { Fail } from "@media/wire/Envelope"
import * as Schema from "effect/Schema"
import { TooBroad } from "./errors.ts"

export const FailTooBroad = Fail(TooBroad, "too_broad", 422, {
  field: Schema.optionalWith(Schema.String, { exact: true })
})
