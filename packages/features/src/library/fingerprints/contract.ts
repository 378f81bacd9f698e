import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok } from "@media/wire/Envelope"
import { RequireAdmin } from "@media/wire/Security"
import * as Schema from "effect/Schema"

export class FingerprintsAdminGroup extends HttpApiGroup.make("fingerprintsAdmin")
  .add(
    /**
     * Queues a perceptual hash job for every video and image that has no perceptual hash, regardless of the settings.
     */
    HttpApiEndpoint.post("backfill", "/api/jobs/phash-backfill").addSuccess(
      Ok("PhashBackfillResponse", Schema.Struct({ enqueued: Schema.Int }))
    )
  )
  .middleware(RequireAdmin) {}
