import * as Data from "effect/Data"

export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly reason: string
  readonly cause?: unknown
}> {
  override get message(): string {
    return this.reason
  }
}

/** A newer version upgraded the database to a schema that this version cannot use. Nothing was changed. */
export class SchemaNewer extends Data.TaggedError("SchemaNewer")<{ readonly migration: string }> {
  override get message(): string {
    return `The database was upgraded by a newer version (migration ${this.migration}). Start that version again, or restore a backup.`
  }
}
