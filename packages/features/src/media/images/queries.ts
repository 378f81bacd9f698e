import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../../MediaKind.ts"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { detailRow, findItem, listItems, summaryRow, toWire } from "../../catalog/items/queries.ts"
import { type Image, imageDetailFields, type ImageSummary, imageSummaryFields } from "./contract.ts"
import { imageKind } from "./kind.ts"

const { kind } = imageKind
const textOf = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS')`
const own = {
  kind,
  facts: "image_facts",
  expressions: {
    takenAt: textOf("k.taken_at"),
    takenOffset: "k.taken_offset",
    moment: textOf("v.moment"),
    momentFrom: "v.moment_from",
    pictureFailure: "case when p.version is null then p.failure end",
    gallery: `(select jsonb_build_object('id', g.id, 'title', g.title) from items g
      where g.id = v.parent_id and g.library_id = v.library_id)`,
    isIncomplete: "coalesce(p.is_incomplete, false)",
    format: "k.format",
    frames: "k.frames",
    camera: "k.camera",
    lens: "k.lens",
    exposureSeconds: "k.exposure_seconds",
    aperture: "k.aperture",
    iso: "k.iso",
    focalLength: "k.focal_length",
    latitude: "k.latitude",
    longitude: "k.longitude"
  }
}
const summaryRows = { ...own, row: Schema.Struct({ ...summaryRow, ...imageSummaryFields }) }
const detailRows = {
  ...own,
  row: Schema.Struct({ ...detailRow, ...imageSummaryFields, ...imageDetailFields })
}

/** The queries for lists of images and for a single image. */
export const imageReads = {
  kind,
  list: (principal: Principal, filter: ListFilter) =>
    Effect.map(listItems(principal, summaryRows, filter), (page) => ({
      ...page,
      items: page.items.map((row): ImageSummary => ({ ...toWire(row), kind }))
    })),
  get: (principal: Principal, id: string) =>
    Effect.map(findItem(principal, detailRows, id), (row): Image => ({
      ...toWire(row),
      kind,
      sourceUrl: bytesUrl(imageKind, row.id)
    }))
}
