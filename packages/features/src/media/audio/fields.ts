import { snakeCase } from "@media/pg/Columns"
import { field } from "@media/query/Field"
import { boolean, number, ref, text } from "@media/query/FieldType"
import { expression, fact, listedFact, relation } from "../../catalog/filters/sources.ts"
import { textTagNames } from "./events.ts"

const kinds = ["track"]
const artists = { id: "artist_id", name: "name" }

/** Filter fields for the tags of tracks. Albums share the artist field. */
export const audioFields = [
  field("artist", {
    kinds: ["track", "album"],
    type: ref("artist"),
    source: relation({ table: "track_artists", ...artists }, { table: "album_artists", ...artists }),
    searched: true,
    cost: "lookup"
  }),
  field("album", {
    kinds,
    type: text,
    source: fact("audio_facts", "album"),
    searched: true,
    cost: "lookup"
  }),
  field("albumArtist", {
    kinds,
    type: text,
    source: listedFact("audio_facts", "album_artist"),
    cost: "computed"
  }),
  ...textTagNames.map((name) =>
    field(name, { kinds, type: text, source: listedFact("audio_facts", snakeCase(name)), cost: "computed" })
  ),
  field("hasLyrics", {
    ...{ kinds, type: boolean, cost: "computed" },
    source: expression("exists (select from audio_facts k where k.item_id = v.id and k.has_lyrics)"),
    flags: { "has:lyrics": true }
  }),
  field("trackNumber", {
    kinds,
    type: number,
    source: fact("audio_facts", "track_number"),
    cost: "computed"
  }),
  field("discNumber", { kinds, type: number, source: fact("audio_facts", "disc_number"), cost: "computed" }),
  field("sampleRate", { kinds, type: number, source: fact("audio_facts", "sample_rate"), cost: "computed" }),
  field("channels", {
    kinds,
    type: number,
    source: fact("audio_facts", "channels"),
    sortable: true,
    cost: "computed"
  })
]
