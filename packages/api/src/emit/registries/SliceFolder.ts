import type { SliceManifest } from "@media/features/defineSlice"

type Module = Readonly<Record<string, unknown>>

/** A slice's folder in `packages/features/src`, as the generator loads it. */
export interface SliceFolder {
  /** `media/videos`, for example: the tier and the slice. */
  readonly folder: string
  /** Undefined if there is no `slice.ts`. */
  readonly manifest: Module | undefined
  /** The modules directly in the folder except the manifest, by file name without extension. */
  readonly files: Readonly<Record<string, Module>>
  /** Its subfolders. */
  readonly folders: ReadonlyArray<string>
}

/** A slice whose manifest was found. */
export interface Slice extends SliceFolder {
  readonly slice: SliceManifest
}

/** An export: `{ file: "projection", name: "videosProjection" }`. */
export interface ExportedValue {
  readonly folder: string
  readonly file: string
  readonly name: string
}

/** The export of a value of the manifest; undefined if no file of the folder does. */
export const exportOf = ({ files, folder }: SliceFolder, value: unknown): ExportedValue | undefined => {
  for (const [file, module] of Object.entries(files))
    for (const [name, exported] of Object.entries(module))
      if (exported === value) return { folder, file, name }
  return undefined
}

const isManifest = (value: unknown): value is SliceManifest =>
  typeof value === "object" && value !== null && "name" in value && "about" in value

/** The single manifest that a `slice.ts` exports. */
export const manifestOf = ({ manifest }: SliceFolder): SliceManifest | undefined => {
  const found = Object.values(manifest ?? {}).filter(isManifest)
  return found.length === 1 ? found[0] : undefined
}
