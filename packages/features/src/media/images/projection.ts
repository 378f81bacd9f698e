import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { ImageExamined } from "./events.ts"

type Examined = typeof ImageExamined.Type
type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = Examined | NewContent | typeof LibraryItemsForgotten.Type

const rows = (events: ReadonlyArray<Recorded<Examined>>) =>
  JSON.stringify(events.map(({ event, streamId }) => ({ ...event, id: streamId })))

const forget = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from image_facts where item_id = any(${ids as Array<string>}::uuid[])`
  )
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  forget(events.map(({ streamId }) => streamId))

/** The additional columns of an image; its size in pixels is in `items`. */
export const imagesProjection = projection<Projected>({
  name: "images",
  tables: ["image_facts"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "image.examined.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into image_facts (item_id, format, frames, taken_at, taken_offset, camera, lens, exposure_seconds, aperture, iso,
                                   focal_length, latitude, longitude)
          select x.id, x.format, x.frames, x."takenAt", x."takenOffset", x.camera, x.lens, x."exposureSeconds", x.aperture, x.iso,
                 x."focalLength", x.latitude, x.longitude
          from jsonb_to_recordset(${rows(events)}::jsonb)
            as x(id uuid, format text, frames int, "takenAt" timestamp, "takenOffset" int, camera text, lens text,
                 "exposureSeconds" float8, aperture float8, iso float8, "focalLength" float8, latitude float8,
                 longitude float8)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            format = excluded.format, frames = excluded.frames, taken_at = excluded.taken_at, taken_offset = excluded.taken_offset, camera = excluded.camera,
            lens = excluded.lens, exposure_seconds = excluded.exposure_seconds, aperture = excluded.aperture,
            iso = excluded.iso, focal_length = excluded.focal_length, latitude = excluded.latitude,
            longitude = excluded.longitude`
      ),
    "library.items-forgotten.v1": (events) => forget(events.flatMap(({ event }) => event.itemIds))
  }
})
