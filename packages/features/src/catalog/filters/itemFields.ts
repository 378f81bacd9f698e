import { type FieldTable, fieldTable } from "@media/query/Field"
import { fields } from "../../generated/fields.ts"
import type { SqlSource } from "./sources.ts"

let table: FieldTable<SqlSource> | undefined

/**
 * Returns the filter fields of items of all kinds. The table is created on the first call, because the generator loads
 * this module before the list exists.
 */
export const itemFieldTable = (): FieldTable<SqlSource> => (table ??= fieldTable<SqlSource>(fields))
