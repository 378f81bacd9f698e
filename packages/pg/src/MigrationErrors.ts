import * as Data from "effect/Data"

export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly reason: string
  readonly cause?: unknown
}> {
  override get message(): string {
    return this.reason
  }
}

/**
 * The checksum of the first migration differs, because an alpha build of 2.0 created the database with different files.
 * The database was not changed.
 */
export class SchemaNotUpgradable extends Data.TaggedError("SchemaNotUpgradable")<{
  readonly migration: string
}> {
  override get message(): string {
    return (
      `An alpha build of 2.0 created this database, and it cannot be upgraded in place: migration ${this.migration} was ` +
      `applied with different content than in this version. Nothing was changed. Start the build that created the database, ` +
      `or start this version with an empty database: set MEDIA_DATA_DIR to a new folder, or DATABASE_URL to a new database. ` +
      `Your media files are not affected.`
    )
  }
}

/** A newer version upgraded the database to a schema that this version cannot use. The database was not changed. */
export class SchemaNewer extends Data.TaggedError("SchemaNewer")<{ readonly migration: string }> {
  override get message(): string {
    return `The database was upgraded by a newer version (migration ${this.migration}). Start that version again, or restore a backup.`
  }
}
