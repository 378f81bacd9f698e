import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { giveWay } from "@media/kernel/GiveWay"
import * as Effect from "effect/Effect"

/** Number of items to serialize in one turn of the event loop. */
const PART = 2_000

/**
 * Returns `{ok: true, data: [...]}` for a list of tens of thousands of items. The list is serialized in parts, because
 * serializing 50,000 cues in one turn would block all other requests. Use this function in handlers of `handleRaw`. The
 * schema of the endpoint does not check the response, so `toWire` must return the type that the contract declares.
 */
export const okInParts = <A, W>(items: ReadonlyArray<A>, toWire: (item: A, index: number) => W) =>
  Effect.gen(function* () {
    const parts = [Buffer.from('{"ok":true,"data":[')]
    for (let from = 0; from < items.length; from += PART) {
      const part = items.slice(from, from + PART).map((item, index) => toWire(item, from + index))
      parts.push(Buffer.from(`${from === 0 ? "" : ","}${JSON.stringify(part).slice(1, -1)}`))
      yield* giveWay
    }
    parts.push(Buffer.from("]}"))
    return HttpServerResponse.uint8Array(Buffer.concat(parts), { contentType: "application/json" })
  })
