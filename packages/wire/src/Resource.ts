import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import { Ok, OkNull, Page } from "./Envelope.ts"
import { FailInvalid, FailNotFound } from "./WireError.ts"

export const idPath = Schema.Struct({ id: Schema.String })

interface Resource<One, OneEncoded, Summary, SummaryEncoded> {
  /** The singular name, capitalized. The names of the schemas begin with it. */
  readonly name: string
  /** The plural name. The default is `${name}s`. */
  readonly plural?: string
  readonly path: `/${string}`
  readonly detail: Schema.Schema<One, OneEncoded>
  readonly summary: Schema.Schema<Summary, SummaryEncoded>
}

/**
 * Returns the usual routes of a resource with the errors that each of them always has: 404 if the resource does not
 * exist or the caller may not see it, and 400 if the body is invalid. A group adds the routes that it needs, with its
 * own parameters, body and errors: `users.update.setPayload(UserPatch)`. `Serve` contains the handlers.
 */
export const resource = <One, OneEncoded, Summary, SummaryEncoded>({
  detail,
  name,
  path,
  plural = `${name}s`,
  summary
}: Resource<One, OneEncoded, Summary, SummaryEncoded>) => {
  const one: `/${string}` = `${path}/:id`
  return {
    list: HttpApiEndpoint.get("list", path).addSuccess(Page(`${plural}Response`, summary)),
    create: HttpApiEndpoint.post("create", path)
      .addSuccess(Ok(`Create${name}Response`, detail, 201))
      .addError(FailInvalid),
    get: HttpApiEndpoint.get("get", one)
      .setPath(idPath)
      .addSuccess(Ok(`${name}Response`, detail))
      .addError(FailNotFound),
    update: HttpApiEndpoint.patch("update", one)
      .setPath(idPath)
      .addSuccess(Ok(`Update${name}Response`, detail))
      .addError(FailInvalid)
      .addError(FailNotFound),
    remove: HttpApiEndpoint.del("remove", one).setPath(idPath).addSuccess(OkNull).addError(FailNotFound)
  }
}
