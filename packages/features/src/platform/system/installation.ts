import { Timestamp } from "@media/kernel/Timestamp"
import { HardwareEncoder } from "@media/media-tools/hardware/HardwareEncoder"
import * as Schema from "effect/Schema"

/** Set by a variable, found on the PATH, or npm's. */
export const ToolSource = Schema.Literal("configured", "path", "bundled")

const Tool = Schema.Struct({
  name: Schema.Literal("ffmpeg", "ffprobe"),
  path: Schema.String,
  version: Schema.String,
  source: ToolSource,
  /** A hole that releases before a certain one have, and what stands against it. */
  advisory: Schema.NullOr(Schema.String)
})

const Encoder = Schema.Struct({
  encoder: HardwareEncoder,
  /** Why it cannot be used here; null when a trial succeeded. */
  fault: Schema.NullOr(Schema.String)
})

/** Sizes in bytes; null where the folder did not answer in two seconds. */
const Folder = Schema.Struct({
  name: Schema.Literal("data", "cache"),
  path: Schema.String,
  freeBytes: Schema.NullOr(Schema.Number),
  totalBytes: Schema.NullOr(Schema.Number)
})

const Backup = Schema.Struct({
  name: Schema.String,
  /** Null for a folder: a cold copy is not measured at each question. */
  bytes: Schema.NullOr(Schema.Number),
  madeAt: Timestamp
})
export type Backup = typeof Backup.Type

/** What only administrators are told of the machine. */
export const Installation = Schema.Struct({
  database: Schema.Struct({
    /** As PostgreSQL names it: `18.1`. */
    serverVersion: Schema.String,
    bytes: Schema.Number,
    /** The newest migration: its number, and when it was applied. */
    schemaVersion: Schema.Int,
    schemaChangedAt: Timestamp
  }),
  tools: Schema.Array(Tool),
  /** What a machine of this kind may have to encode in the processor's place; null while they are tried out. */
  encoders: Schema.NullOr(Schema.Array(Encoder)),
  /** What this system enforces for ffmpeg and ffprobe. */
  children: Schema.Struct({ limits: Schema.Boolean, network: Schema.Boolean }),
  folders: Schema.Array(Folder),
  /** Copies of the database made before upgrades, newest first. */
  backups: Schema.Array(Backup),
  /** `v20.19.0`. */
  node: Schema.String,
  /** `linux x64`. */
  platform: Schema.String
}).annotations({ identifier: "Installation" })
export type Installation = typeof Installation.Type
