import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { afterAll, expect, it } from "vitest"
import { lazyGroup } from "./LazyGroup.ts"

const things = HttpApiGroup.make("things")
  .add(
    HttpApiEndpoint.get("get", "/things/:id")
      .setPath(Schema.Struct({ id: Schema.NumberFromString }))
      .addSuccess(Schema.String)
  )
  .add(HttpApiEndpoint.post("create", "/things").addSuccess(Schema.String))
const api = HttpApi.make("test").add(things)

let loads = 0
const load = () => {
  loads += 1
  return Promise.resolve(
    HttpApiBuilder.group(api, "things", (handlers) =>
      handlers
        .handle("get", ({ path: { id } }) => Effect.succeed(`thing ${id + 1}`))
        .handle("create", () => Effect.succeed("created"))
    )
  )
}
const { dispose, handler } = HttpApiBuilder.toWebHandler(
  HttpApiBuilder.api(api).pipe(Layer.provide(lazyGroup(things, load)), Layer.merge(HttpServer.layerContext))
)
afterAll(dispose)

const ask = async (path: string, method = "GET", signal?: AbortSignal) => {
  const response = await handler(
    new Request(`http://localhost${path}`, { method, ...(signal === undefined ? {} : { signal }) })
  )
  return [response.status, await response.json().catch(() => undefined)] as const
}

it("does not load the handlers until the first request to the group", async () => {
  expect((await ask("/others"))[0]).toBe(404)
  expect(loads).toBe(0)
  const client = new AbortController()
  const abandoned = ask("/things/1", "GET", client.signal).catch(() => undefined)
  client.abort()
  await abandoned
  expect(await Promise.all([ask("/things/1"), ask("/things", "POST")])).toEqual([
    [200, "thing 2"],
    [200, "created"]
  ])
  expect(loads).toBe(1)
})

it("decodes requests like an eagerly loaded group", async () => {
  expect((await ask("/things/one"))[0]).toBe(400)
})
