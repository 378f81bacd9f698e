import type { SliceManifest } from "@media/features/defineSlice"

type Module = Readonly<Record<string, unknown>>

/** The folder of a slice in `packages/features/src`, as loaded by the generator. */
export interface SliceFolder {
  /** The path of the folder: the tier and the slice, such as `media/videos`. */
  readonly folder: string
  /** The module `slice.ts`, or undefined if the file does not exist. */
  readonly manifest: Module | undefined
  /** The modules directly in the folder except `slice.ts`, keyed by file name without extension. */
  readonly files: Readonly<Record<string, Module>>
  /** The names of the subfolders. */
  readonly folders: ReadonlyArray<string>
}

/** A slice folder that has a manifest. */
export interface Slice extends SliceFolder {
  readonly slice: SliceManifest
}

/** The location of an export, such as `{ folder: "media/videos", file: "projection", name: "videosProjection" }`. */
export interface ExportedValue {
  readonly folder: string
  readonly file: string
  readonly name: string
}

/** Returns the export whose value is `value`, or undefined if no file in the folder exports it. */
export const exportOf = ({ files, folder }: SliceFolder, value: unknown): ExportedValue | undefined => {
  for (const [file, module] of Object.entries(files))
    for (const [name, exported] of Object.entries(module))
      if (exported === value) return { folder, file, name }
  return undefined
}

const isManifest = (value: unknown): value is SliceManifest =>
  typeof value === "object" && value !== null && "name" in value && "about" in value

/** Returns the manifest that `slice.ts` exports, or undefined if the file exports none or more than one. */
export const manifestOf = ({ manifest }: SliceFolder): SliceManifest | undefined => {
  const found = Object.values(manifest ?? {}).filter(isManifest)
  return found.length === 1 ? found[0] : undefined
}
