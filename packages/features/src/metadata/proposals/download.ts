import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Egress } from "@media/egress/Egress"
import type { EgressError } from "@media/egress/EgressErrors"
import { RetryableFailure } from "@media/jobs/Failures"
import { rowsOf } from "@media/pg/Rows"
import { imageTypeOf } from "@media/pictures/ImageType"
import { pictureOfImage } from "@media/pictures/MakePicture"
import type { PictureSet } from "@media/pictures/PictureSet"
import { stillHeaderOf } from "@media/pictures/StillHeader"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { PictureSlot } from "./pictures.ts"

const Kept = Schema.Struct({ bytes: Schema.instanceOf(Buffer) })

interface Wanted {
  readonly proposalId: string
  /** The index among the pictures of the proposal. */
  readonly index: number
  readonly url: string
  readonly role: PictureSlot
}

const bytesAt = (url: string) =>
  Effect.gen(function* () {
    const egress = yield* Egress
    const request = { url, types: ["image/"], redirects: 5, millis: 60_000, isPaced: true }
    return (yield* egress.fetch(request)).bytes
  })

/**
 * Returns the bytes of a picture. Downloaded bytes are stored in the database, so that they are not downloaded again
 * when an interrupted job is repeated.
 */
const bytesOf = ({ index, proposalId, url }: Wanted) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [kept] = yield* rowsOf(Kept)(
      sql`select bytes from proposal_pictures where proposal_id = ${proposalId}::uuid and ordinal = ${index}`
    )
    if (kept !== undefined) return kept.bytes
    const bytes = yield* bytesAt(url)
    yield* sql`
      insert into proposal_pictures (proposal_id, ordinal, bytes) values (${proposalId}::uuid, ${index}, ${bytes})
      on conflict do nothing`
    return bytes
  })

/** Decodes a picture in another process. Returns a message for users if the bytes are not a picture. */
const pictureIn = <R>(read: Effect.Effect<Buffer, EgressError | SqlError, R>, role: PictureSlot) =>
  Effect.gen(function* () {
    const bytes = yield* read
    if (imageTypeOf(bytes) === undefined && stillHeaderOf(bytes) === undefined)
      return Either.left("There is no picture at this address.")
    return Either.right<PictureSet>(yield* whileWaiting(pictureOfImage(bytes, false, role === "logo")))
  }).pipe(
    Effect.catchTags({
      AddressRefused: ({ message }) => Effect.succeed(Either.left(message)),
      FetchFailed: ({ code, reason }) =>
        Effect.succeed(Either.left(code === "type" ? "There is no picture at this address." : reason)),
      NoPicture: ({ reason }) => Effect.succeed(Either.left(reason)),
      NotReady: ({ message }) => new RetryableFailure({ message })
    })
  )

/** Downloads the picture at an address, to show it in a review. */
export const previewPicture = (url: string) => pictureIn(bytesAt(url), "poster")

/** Downloads a picture of an accepted proposal. */
export const downloadPicture = Effect.fn("proposals.download")((wanted: Wanted) =>
  pictureIn(bytesOf(wanted), wanted.role)
)

/** Deletes the downloaded bytes of a proposal, after its pictures were recorded or abandoned. */
export const forgetDownloads = (proposalId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from proposal_pictures where proposal_id = ${proposalId}::uuid`
  )
