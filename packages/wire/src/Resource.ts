import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import { Ok, OkNull, Page } from "./Envelope.ts"
import { FailInvalid, FailNotFound } from "./WireError.ts"

export const idPath = Schema.Struct({ id: Schema.String })

interface Resource<One, OneEncoded, Summary, SummaryEncoded> {
  /** Capitalized and singular; names of schemas begin with it. */
  readonly name: string
  /** `${name}s` by default. */
  readonly plural?: string
  readonly path: `/${string}`
  readonly detail: Schema.Schema<One, OneEncoded>
  readonly summary: Schema.Schema<Summary, SummaryEncoded>
}

/**
 * The usual routes of a resource, with the errors that each of them always has: a resource that the caller may not see
 * answers 404 like one that does not exist, and a body that does not fit answers 400. A group adds the routes that it
 * offers, with its parameters, its body and further errors: `users.update.setPayload(UserPatch)`. `Serve` has the handlers.
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
