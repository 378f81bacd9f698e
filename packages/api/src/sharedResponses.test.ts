import { expect, it } from "vitest"
import { sharedResponses } from "./sharedResponses.ts"

it("shares a response definition if at least three operations use it", () => {
  const missing = { description: "Does not exist" }
  const paths = {
    "/a": {
      get: { responses: { 404: missing, 200: { description: "A" } } },
      put: { responses: { 404: missing } }
    },
    "/b": { get: { responses: { 404: missing } }, put: { responses: { 404: { description: "Other" } } } }
  }
  const shared = { $ref: "#/components/responses/Status_404" }
  expect(sharedResponses(paths)).toEqual({
    paths: {
      "/a": {
        get: { responses: { 404: shared, 200: { description: "A" } } },
        put: { responses: { 404: shared } }
      },
      "/b": { get: { responses: { 404: shared } }, put: { responses: { 404: { description: "Other" } } } }
    },
    responses: { Status_404: missing }
  })
})
