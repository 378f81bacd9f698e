import { field } from "@media/query/Field"
import { boolean, date, number, oneOf, ref, text } from "@media/query/FieldType"
import { expression, fact, relation, texts } from "../../catalog/filters/sources.ts"
import { isInSet, setNameOf } from "./setMembership.ts"

const kinds = ["video"]
const ofEpisode = (column: string) => fact("video_episodes", column)

/** Filter fields that only movies, episodes or series have. */
export const seriesFields = [
  field("series", {
    kinds,
    type: ref("series"),
    source: relation({ table: "video_series", id: "series_id", name: "name" }),
    aliases: ["show"],
    cost: "lookup"
  }),
  field("season", { kinds, type: number, source: ofEpisode("season"), cost: "computed" }),
  field("episode", { kinds, type: number, source: ofEpisode("episode"), cost: "computed" }),
  field("absolute", {
    kinds,
    type: number,
    source: ofEpisode("absolute"),
    label: "Absolute number",
    cost: "computed"
  }),
  field("setName", {
    kinds,
    type: text,
    source: fact("item_sources", setNameOf("k")),
    label: "Movie set",
    cost: "computed"
  }),
  field("isInSet", {
    kinds,
    type: boolean,
    source: expression(isInSet),
    label: "Is in a movie set with several movies",
    flags: { "is:inSet": true },
    cost: "computed"
  }),
  field("country", {
    kinds: ["video", "series"],
    type: text,
    source: texts(
      `select c.name from item_sources k, jsonb_array_elements_text(
          case when jsonb_typeof(k.shown -> 'countries') = 'array' then k.shown -> 'countries' else '[]' end) c(name)
        where k.item_id = v.id`
    ),
    cost: "computed"
  }),
  field("seriesStatus", {
    kinds: ["series"],
    type: oneOf(["continuing", "ended"]),
    source: fact("item_sources", "(k.shown ->> 'status')"),
    label: "Series status",
    cost: "computed"
  }),
  field("airDate", { kinds, type: date, source: ofEpisode("air_date"), aliases: ["aired"], cost: "computed" })
]
