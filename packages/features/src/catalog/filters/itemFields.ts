import { type FieldTable, fieldTable } from "@media/query/Field"
import { fields } from "../../generated/fields.ts"
import type { SqlSource } from "./sources.ts"

let table: FieldTable<SqlSource> | undefined

/**
 * The fields of items of every kind. Created on the first call, because the generator loads this module before the list
 * exists.
 */
export const itemFieldTable = (): FieldTable<SqlSource> => (table ??= fieldTable<SqlSource>(fields))
