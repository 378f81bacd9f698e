import { field } from "@media/query/Field"
import { hash } from "@media/query/FieldType"
import { fact } from "../../catalog/filters/sources.ts"

const table = "item_fingerprints"
const hexadecimal = (column: string): string => `lpad(to_hex(k.${column}), 16, '0')`

/** Filter fields for the hashes of an item's file. */
export const fingerprintFields = [
  field("md5", {
    kinds: "all",
    type: hash,
    source: fact(table, "encode(k.md5, 'hex')"),
    label: "MD5",
    cost: "computed"
  }),
  field("oshash", {
    kinds: "all",
    type: hash,
    source: fact(table, hexadecimal("oshash")),
    label: "OSHash",
    cost: "computed"
  }),
  field("phash", {
    kinds: "all",
    type: hash,
    source: fact(table, hexadecimal("phash")),
    label: "Perceptual hash",
    cost: "computed"
  })
]
