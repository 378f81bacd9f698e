import { Timestamp } from "@media/kernel/Timestamp"
import { HardwareEncoder } from "@media/media-tools/hardware/HardwareEncoder"
import * as Schema from "effect/Schema"

/** Set by a variable, found on the PATH, or from npm. */
export const ToolSource = Schema.Literal("configured", "path", "bundled")

const Tool = Schema.Struct({
  name: Schema.Literal("ffmpeg", "ffprobe"),
  path: Schema.String,
  version: Schema.String,
  source: ToolSource,
  /** A vulnerability in releases before a certain one, and the mitigation. */
  advisory: Schema.NullOr(Schema.String)
})

const Encoder = Schema.Struct({
  encoder: HardwareEncoder,
  /** Why it cannot be used here; null when a trial succeeded. */
  fault: Schema.NullOr(Schema.String)
})

/** The sandbox around programs of others. */
const SandboxState = Schema.Struct({
  /**
   * 1: no sandbox, so nothing runs. 2: separate files, network and processes. 3: also with a filter of system calls.
   */
  level: Schema.Literal(1, 2, 3),
  /** The level that the setting requires. */
  required: Schema.Literal(2, 3),
  /** Why a higher level is not available, and what to do about it; null at level 3. */
  reason: Schema.NullOr(Schema.String),
  cure: Schema.NullOr(Schema.String)
})

/** Sizes in bytes; null if the folder did not answer within two seconds. */
const Folder = Schema.Struct({
  name: Schema.Literal("data", "cache"),
  path: Schema.String,
  freeBytes: Schema.NullOr(Schema.Number),
  totalBytes: Schema.NullOr(Schema.Number)
})

const Backup = Schema.Struct({
  name: Schema.String,
  /** Null for a folder, which takes too long to measure for each request. */
  bytes: Schema.NullOr(Schema.Number),
  madeAt: Timestamp
})
export type Backup = typeof Backup.Type

/** Facts about the machine for administrators only. */
export const Installation = Schema.Struct({
  database: Schema.Struct({
    /** In the format of PostgreSQL: `18.1`. */
    serverVersion: Schema.String,
    bytes: Schema.Number,
    /** The newest migration: its number, and when it was applied. */
    schemaVersion: Schema.Int,
    schemaChangedAt: Timestamp
  }),
  tools: Schema.Array(Tool),
  /** Hardware encoders that such a machine may have; null while they are being tested. */
  encoders: Schema.NullOr(Schema.Array(Encoder)),
  /** The limits that this system enforces for ffmpeg and ffprobe. */
  children: Schema.Struct({ limits: Schema.Boolean, network: Schema.Boolean }),
  /** Null while it is being tested. */
  sandbox: Schema.NullOr(SandboxState),
  folders: Schema.Array(Folder),
  /** Database backups made before upgrades, newest first. */
  backups: Schema.Array(Backup),
  /** `v20.19.0`. */
  node: Schema.String,
  /** `linux x64`. */
  platform: Schema.String
}).annotations({ identifier: "Installation" })
export type Installation = typeof Installation.Type
