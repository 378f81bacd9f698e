import * as Context from "effect/Context"
import type { Pool } from "pg"

/** The process's one pool, for hot paths that name their own prepared statements. */
export class PgPool extends Context.Tag("@media/pg/PgPool")<PgPool, Pool>() {}
