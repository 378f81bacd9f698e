import { field } from "@media/query/Field"
import { boolean, number, rating, time } from "@media/query/FieldType"
import { userState, watched } from "../filters/sources.ts"

const all = "all"

/** Filter fields for the caller's own state of an item. */
export const userItemFields = [
  field("isFavorite", {
    kinds: all,
    type: boolean,
    source: userState("user_items", "is_favorite"),
    flags: { "is:favorite": true },
    editable: true,
    cost: "viewer"
  }),
  field("isWatched", {
    kinds: all,
    type: boolean,
    source: watched,
    flags: { "is:watched": true, "is:unwatched": false, "is:read": true, "is:unread": false },
    params: { unwatched: "is_false" },
    editable: true,
    cost: "viewer"
  }),
  field("isInProgress", {
    kinds: all,
    type: boolean,
    source: userState("user_progress", "is_in_progress"),
    flags: { "is:started": true },
    cost: "viewer"
  }),
  field("rating", {
    kinds: all,
    type: rating,
    source: userState("user_items", "rating"),
    sortable: true,
    editable: true,
    cost: "viewer"
  }),
  field("playCount", {
    kinds: all,
    type: number,
    source: userState("user_items", "play_count", 0),
    aliases: ["plays"],
    label: "Plays",
    cost: "computed"
  }),
  field("lastPlayedAt", {
    kinds: all,
    type: time,
    source: userState("user_progress", "last_played_at"),
    aliases: ["played"],
    label: "Last played",
    sortable: true,
    cost: "viewer"
  })
]
