import { idFromName } from "@media/extensions/install"
import { installFile } from "@media/extensions/installFile"
import { stagingFolder } from "@media/extensions/packageFolders"
import { writeNew } from "@media/extensions/writeNew"
import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { discardRest } from "@media/http/request/DiscardRest"
import { receiveForm, UploadRefused } from "@media/http/request/ReceiveFile"
import { sendError } from "@media/http/response/SendError"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { ScrapersFolder } from "./ScrapersFolder.ts"

const MOST_BYTES = 20 * 1024 ** 2
const MOST_MILLIS = 120_000

const refused = (message: string) => new UploadRefused({ status: 400, code: "validation", message })

/** Returns the route unchanged. It only makes TypeScript infer the route's requirements `R`. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

const received = ({ request }: RawExchange) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { root } = yield* ScrapersFolder
      const { bytes, name } = yield* receiveForm(request, {
        field: "file",
        maxBytes: MOST_BYTES,
        maxMillis: MOST_MILLIS
      })
      if (idFromName(name) === undefined) return yield* refused("The file needs a name.")
      const folder = yield* stagingFolder(root)
      const path = join(folder, "upload")
      yield* Effect.promise(() => writeNew(path, bytes))
      return yield* installFile(root, path, name)
    })
  ).pipe(Effect.catchTag("PackageRefused", ({ reason }) => refused(reason)))

export const uploadPackageRoute = rawRoute({
  method: "POST",
  path: "/api/scraper-packages/upload",
  access: "administrator",
  body: "stream",
  errors: "envelope",
  summary:
    "Installs a scraper from an uploaded .zip or .yml file: multipart, field `file`. Returns 201 with the package",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    received(exchange).pipe(
      Effect.matchEffect({
        onFailure: ({ code, message, status }) =>
          Effect.sync(() => {
            sendError(exchange.response, status, code, message)
            discardRest(exchange.request)
          }),
        onSuccess: ({ sha256: _, ...data }) =>
          Effect.sync(() => {
            const body = JSON.stringify({ ok: true, data })
            exchange.response.writeHead(201, {
              "Content-Type": "application/json; charset=utf-8",
              "Content-Length": Buffer.byteLength(body),
              "Cache-Control": "no-store"
            })
            exchange.response.end(body)
          })
      })
    )
})
