import { field, fieldTable } from "@media/query/Field"
import { boolean, bytes, oneOf, ref, text, time } from "@media/query/FieldType"
import { expression, type SqlSource } from "../../catalog/filters/sources.ts"
import { ScannedKind, ScanResult } from "./contract.ts"

const all = { kinds: "all", cost: "computed" } as const

/** Filter fields for the scanned files that `listFiles` returns. */
export const fileFields = fieldTable<SqlSource>([
  field("path", { ...all, type: text, source: expression("path"), sortable: true, searched: true }),
  field("fileName", {
    ...all,
    type: text,
    source: expression("regexp_replace(path, '^.*/', '')"),
    aliases: ["name"],
    label: "File name"
  }),
  field("kind", { ...all, type: oneOf(ScannedKind.literals), source: expression("kind"), aliases: ["type"] }),
  field("size", { ...all, type: bytes, source: expression("size_bytes"), sortable: true }),
  field("scanResult", {
    ...all,
    type: oneOf(ScanResult.literals),
    source: expression("scan_result"),
    sortable: true
  }),
  field("reason", { ...all, type: text, source: expression("reason") }),
  field("library", {
    ...all,
    type: ref("library"),
    source: {
      from: "relation",
      of: "library_id",
      tables: [{ table: "libraries", id: "id", name: "name", item: "id" }]
    }
  }),
  field("root", { ...all, type: text, source: expression("root_path") }),
  field("isIndexed", {
    ...all,
    type: boolean,
    source: expression("(entity_id is not null)"),
    flags: { "is:indexed": true }
  }),
  field("checkedAt", {
    ...all,
    type: time,
    source: expression("checked_at"),
    aliases: ["checked"],
    label: "Checked",
    sortable: true
  }),
  field("fileTime", {
    ...all,
    type: time,
    source: expression("to_timestamp(mtime_ms / 1000.0)"),
    aliases: ["modified"]
  })
])
