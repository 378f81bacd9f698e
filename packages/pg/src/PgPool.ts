import * as Context from "effect/Context"
import type { Pool } from "pg"

/** The connection pool of the process, for frequently executed code that names its own prepared statements. */
export class PgPool extends Context.Tag("@media/pg/PgPool")<PgPool, Pool>() {}
