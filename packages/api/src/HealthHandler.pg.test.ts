import { Health } from "@media/features/platform/system/contract"
import { startTestServer } from "@media/testkit/TestServer"
import * as Schema from "effect/Schema"
import { afterAll, expect, it } from "vitest"

const server = await startTestServer()
afterAll(() => server.stop())

it("returns a response that matches the API contract", async () => {
  const { headers, json, status } = await server.get("/api/health?from=a-monitor")
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "application/json",
    "no-store"
  ])
  const answer = Schema.Struct({ ok: Schema.Literal(true), data: Health })
  expect(Schema.decodeUnknownSync(answer, { onExcessProperty: "error" })(json).data.database).toBe("ok")
})

it("responds to a HEAD request without a body", async () => {
  const { status, text } = await server.request("HEAD", "/api/health")
  expect([status, text]).toEqual([200, ""])
})
