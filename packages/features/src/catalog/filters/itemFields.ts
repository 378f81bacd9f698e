import { type FieldTable, fieldTable } from "@media/query/Field"
import { fields } from "../../generated/fields.ts"
import type { SqlSource } from "./sources.ts"

let table: FieldTable<SqlSource> | undefined

/**
 * Returns the filter fields of items of all kinds. The table is created on the first call, because `npm run generate`
 * imports this module before `fields` is initialized.
 */
export const itemFieldTable = (): FieldTable<SqlSource> => (table ??= fieldTable<SqlSource>(fields))
