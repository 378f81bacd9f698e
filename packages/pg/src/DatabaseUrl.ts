import * as Context from "effect/Context"

/**
 * The connection string of the database, for connections that must not come from the pool (LISTEN, session locks). The
 * string is secret.
 */
export class DatabaseUrl extends Context.Tag("@media/pg/DatabaseUrl")<DatabaseUrl, string>() {}
