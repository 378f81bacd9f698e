import * as Config from "effect/Config"
import * as Option from "effect/Option"

/**
 * URL of the developer's own server for the database tests, if configured. Its user must be allowed to create
 * databases.
 */
export const testDatabaseUrl = Config.option(Config.string("MEDIA_TEST_DATABASE_URL")).pipe(
  Config.map(Option.getOrUndefined)
)
