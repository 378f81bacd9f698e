import { Timestamp } from "@media/kernel/Timestamp"
import { HardwareEncoder } from "@media/media-tools/hardware/HardwareEncoder"
import * as Schema from "effect/Schema"

/** How the tool was found: set by a variable, on the PATH, or from npm. */
export const ToolSource = Schema.Literal("configured", "path", "bundled")

const Tool = Schema.Struct({
  name: Schema.Literal("ffmpeg", "ffprobe"),
  path: Schema.String,
  version: Schema.String,
  source: ToolSource,
  /** A vulnerability of this version and how to mitigate it. Null if the version is not affected. */
  advisory: Schema.NullOr(Schema.String)
})

const Encoder = Schema.Struct({
  encoder: HardwareEncoder,
  /** The reason why the encoder does not work on this machine, or null if the test of the encoder succeeded. */
  fault: Schema.NullOr(Schema.String)
})

/** The sandbox for third-party programs. */
const SandboxState = Schema.Struct({
  /**
   * Level 1 has no sandbox, so third-party programs do not run. Level 2 isolates files, network and processes. Level 3
   * adds a system call filter.
   */
  level: Schema.Literal(1, 2, 3),
  /** The level that the setting `sandbox` requires. */
  required: Schema.Literal(2, 3),
  /** The reason why a higher level is not available, or null at level 3. `cure` explains how to get a higher level. */
  reason: Schema.NullOr(Schema.String),
  cure: Schema.NullOr(Schema.String)
})

/** A folder with its disk space in bytes. The sizes are null if the file system does not respond within two seconds. */
const Folder = Schema.Struct({
  name: Schema.Literal("data", "cache"),
  path: Schema.String,
  freeBytes: Schema.NullOr(Schema.Number),
  totalBytes: Schema.NullOr(Schema.Number)
})

const Backup = Schema.Struct({
  name: Schema.String,
  /**
   * Size in bytes. Null for a backup that is a folder, because measuring the folder on each request would take too
   * long.
   */
  bytes: Schema.NullOr(Schema.Number),
  madeAt: Timestamp
})
export type Backup = typeof Backup.Type

/** Information about the machine, for administrators only. */
export const Installation = Schema.Struct({
  database: Schema.Struct({
    /** Version in PostgreSQL's format, such as `18.1`. */
    serverVersion: Schema.String,
    bytes: Schema.Number,
    /** Number of the newest migration, and the time when it was applied. */
    schemaVersion: Schema.Int,
    schemaChangedAt: Timestamp
  }),
  tools: Schema.Array(Tool),
  /** Hardware encoders that this type of machine may have, or null while the server tests them. */
  encoders: Schema.NullOr(Schema.Array(Encoder)),
  /** The restrictions of ffmpeg and ffprobe that this system enforces: resource limits and network isolation. */
  children: Schema.Struct({ limits: Schema.Boolean, network: Schema.Boolean }),
  /** Null while the sandbox is being tested. */
  sandbox: Schema.NullOr(SandboxState),
  folders: Schema.Array(Folder),
  /** Database backups made before upgrades, newest first. */
  backups: Schema.Array(Backup),
  /** Version of Node.js, such as `v20.19.0`. */
  node: Schema.String,
  /** Operating system and architecture, such as `linux x64`. */
  platform: Schema.String
}).annotations({ identifier: "Installation" })
export type Installation = typeof Installation.Type
