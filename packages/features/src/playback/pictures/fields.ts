import { field } from "@media/query/Field"
import { boolean } from "@media/query/FieldType"
import { expression } from "../../catalog/filters/sources.ts"

const all = { kinds: "all", type: boolean, cost: "computed" } as const
const ofRole = (role: string) =>
  expression(`exists (select from item_role_pictures k where k.item_id = v.id and k.role = '${role}')`)

/** Filter fields for the pictures of items. A frame of a video counts as a poster only if a user chose the frame. */
export const pictureFields = [
  field("hasPoster", {
    ...all,
    source: expression(`exists (select from item_pictures k where k.item_id = v.id and k.version is not null
      and (v.kind <> 'video' or k.chosen is not null or k.width < k.height))`),
    flags: { "has:poster": true }
  }),
  field("hasBackdrop", { ...all, source: ofRole("backdrop"), flags: { "has:backdrop": true } }),
  field("hasLogo", { ...all, source: ofRole("logo"), flags: { "has:logo": true } })
]
