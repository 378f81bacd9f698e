import type { PictureRole } from "@media/pictures/PictureSet"
import { Picture } from "@media/wire/Picture"
import * as Schema from "effect/Schema"

/** The sources of a backdrop or a logo, in order of precedence. */
export const roleSources = ["user", "file", "scrape"] as const

/** SQL sort expression that orders an item's backdrops or logos `r` by the precedence of their source. */
export const roleOrder = `array_position(array[${roleSources.map((source) => `'${source}'`).join(", ")}], r.source)`

const shown = (role: PictureRole, path: string): string => `(select jsonb_build_object(
  'url', '${path}/' || v.id || '/pictures/${role}?v=' || r.version, 'version', r.version,
  'width', r.width, 'height', r.height, 'thumbHash', r.thumb_hash)
  from item_role_pictures r where r.item_id = v.id and r.role = '${role}' order by ${roleOrder} limit 1)`

/** Additional detail fields of items of kinds that can have a backdrop and a logo. */
export const rolePictureFields = { backdrop: Schema.NullOr(Picture), logo: Schema.NullOr(Picture) }
/** Returns SQL for the backdrop and logo of an item `v`. `path` is the list route of the item's kind. */
export const rolePictureExpressions = (path: string) => ({
  backdrop: shown("backdrop", path),
  logo: shown("logo", path)
})
