/**
 * Annotation of a schema: the PostgreSQL type of its values, where the schema alone does not determine it (an enum, a
 * `bigint`). `pg/Rows` reads it; nothing else does, so it never appears in an API document.
 *
 * `Schema.Literal("video", "image").annotations({ [SqlType]: "item_kind" })`
 */
export const SqlType: unique symbol = Symbol.for("@media/kernel/SqlType")
