import { field } from "@media/query/Field"
import { boolean, bytes, date, number, oneOf, ref, seconds, text, time } from "@media/query/FieldType"
import { column, expression, fact, reference, wordsFact } from "../filters/sources.ts"
import { foldedTitle } from "./foldedTitle.ts"
import { rankIn, resolutions } from "./resolution.ts"

const all = "all"
const kinds = ["movie", "episode", "video", "image", "gallery", "track", "album", "book", "series", "season"]
const statuses = ["arriving", "ready", "missing", "failed"]

/** Filter fields that every item has, and filter fields of several kinds that are stored in the table `items`. */
export const itemFields = [
  field("kind", {
    kinds: all,
    type: oneOf(kinds),
    source: expression("coalesce(v.role::text, v.kind::text)"),
    aliases: ["type"],
    cost: "counted"
  }),
  field("library", {
    kinds: all,
    type: ref("library"),
    source: reference("v.library_id", { table: "libraries", id: "id", name: "name" }),
    cost: "indexed"
  }),
  field("status", { kinds: all, type: oneOf(statuses), source: column("v.status"), cost: "counted" }),
  field("isMissing", {
    ...{ kinds: all, type: boolean, cost: "counted" },
    source: expression("(v.status = 'missing')"),
    flags: { "is:missing": true }
  }),
  field("isOrganized", {
    ...{ kinds: all, type: boolean, cost: "counted", editable: true },
    source: column("v.is_organized"),
    flags: { "is:organized": true }
  }),
  field("isNsfw", {
    kinds: all,
    type: boolean,
    source: column("v.is_nsfw"),
    label: "Is NSFW",
    flags: { "is:nsfw": true },
    editable: true,
    cost: "counted"
  }),
  field("title", {
    kinds: all,
    type: text,
    source: column("v.title", foldedTitle("v")),
    sortable: true,
    searched: true,
    editable: true,
    cost: "trigram"
  }),
  field("details", {
    kinds: all,
    type: text,
    source: fact("item_texts", "details"),
    editable: true,
    cost: "computed"
  }),
  field("path", { kinds: all, type: text, source: wordsFact("item_files", "path"), cost: "computed" }),
  field("fileName", {
    ...{ kinds: all, type: text, cost: "computed", aliases: ["file"] },
    source: fact("item_files", "regexp_replace(k.path, '^.*/', '')")
  }),
  field("folder", {
    ...{ kinds: all, type: text, cost: "computed" },
    source: fact("item_files", "nullif(regexp_replace(k.path, '/?[^/]*$', ''), '')")
  }),
  field("isIdentified", {
    ...{ kinds: all, type: boolean, cost: "computed" },
    // True if the item has an external id, or a value from a reviewed metadata result.
    source: expression(`exists (select from item_sources k where k.item_id = v.id
      and (coalesce(nullif(k.shown -> 'externalIds', 'null'), '{}') <> '{}' or jsonb_path_exists(k.stated, '$.*.scrape')))`),
    flags: { "is:identified": true }
  }),
  field("date", {
    kinds: all,
    type: date,
    source: column("v.date"),
    sortable: true,
    editable: true,
    cost: "indexed"
  }),
  field("year", {
    ...{ kinds: all, type: number, cost: "computed" },
    source: expression("(case when v.date ~ '^[0-9]{4}' then left(v.date, 4)::float8 end)"),
    params: { yearFrom: "greater_equal", yearTo: "less_equal" }
  }),
  field("createdAt", {
    kinds: all,
    type: time,
    source: column("v.created_at"),
    aliases: ["added"],
    label: "Added",
    sortable: true,
    cost: "indexed"
  }),
  field("updatedAt", {
    kinds: all,
    type: time,
    source: column("v.updated_at"),
    aliases: ["edited"],
    label: "Edited",
    sortable: true,
    cost: "computed"
  }),
  field("size", { kinds: all, type: bytes, source: column("v.size_bytes"), sortable: true, cost: "indexed" }),
  field("duration", {
    kinds: ["video", "track"],
    type: seconds,
    source: column("v.duration"),
    sortable: true,
    params: { durationMin: "greater_equal", durationMax: "less_equal" },
    cost: "indexed"
  }),
  field("width", { kinds: ["video", "image"], type: number, source: column("v.width"), cost: "computed" }),
  field("height", { kinds: ["video", "image"], type: number, source: column("v.height"), cost: "computed" }),
  field("resolution", {
    kinds: ["video"],
    type: oneOf(resolutions.toReversed(), true),
    source: expression(`nullif(${rankIn("v")}, 0)`),
    sortable: true,
    cost: "indexed"
  }),
  field("orientation", {
    ...{ kinds: ["video", "image"], type: oneOf(["landscape", "portrait", "square"]), cost: "computed" },
    source: expression(
      "(case when v.width > v.height then 'landscape' when v.width < v.height then 'portrait' when v.width > 0 then 'square' end)"
    )
  }),
  field("random", {
    kinds: all,
    type: number,
    source: column("v.shuffle_key"),
    sortable: true,
    cost: "indexed"
  }),
  ...["imdb", "tmdb", "tvdb", "anidb", "anilist", "tvmaze"].map((database) =>
    field(`externalId.${database}`, {
      kinds: all,
      type: text,
      source: fact("item_sources", `(k.shown -> 'externalIds' ->> '${database}')`),
      aliases: [database],
      label: `ID in ${database}`,
      cost: "computed"
    })
  ),
  field("externalIds", {
    kinds: all,
    type: text,
    source: fact("item_sources", "nullif(k.shown ->> 'externalIds', '{}')"),
    label: "External IDs",
    editable: true,
    cost: "computed"
  }),
  field("urls", {
    kinds: all,
    type: text,
    source: fact("item_sources", "nullif(k.shown ->> 'urls', '[]')"),
    aliases: ["url"],
    label: "Web addresses",
    editable: true,
    cost: "computed"
  }),
  ...(
    [
      ["originalTitle", "Original title"],
      ["sortTitle", "Sort title"],
      ["tagline", "Tagline"],
      ["code", "Studio code"],
      ["contentRating", "Content rating"]
    ] as const
  ).map(([name, label]) =>
    field(name, {
      ...{ kinds: all, type: text, label },
      source: fact("item_sources", `(k.shown ->> '${name}')`),
      editable: true,
      cost: "computed"
    })
  ),
  field("runtimeMinutes", {
    kinds: all,
    type: number,
    source: fact("item_sources", "(k.shown ->> 'runtimeMinutes')::float8"),
    label: "Runtime in minutes",
    editable: true,
    cost: "computed"
  }),
  field("communityRating", {
    kinds: all,
    type: number,
    source: fact("item_sources", "(k.shown ->> 'communityRating')::float8"),
    label: "Community rating",
    editable: true,
    cost: "computed"
  })
]
