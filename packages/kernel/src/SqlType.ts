/**
 * Annotates a schema with the PostgreSQL type of its values. Needed if the schema alone does not determine the type, as
 * for an enum or a `bigint`. Only `pg/Rows` reads the annotation, so no API document contains it.
 *
 * `Schema.Literal("video", "image").annotations({ [SqlType]: "item_kind" })`
 */
export const SqlType: unique symbol = Symbol.for("@media/kernel/SqlType")
