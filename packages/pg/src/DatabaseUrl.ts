import * as Context from "effect/Context"

/** Connection string, for connections that must not come from the pool (LISTEN, session locks). Secret. */
export class DatabaseUrl extends Context.Tag("@media/pg/DatabaseUrl")<DatabaseUrl, string>() {}
