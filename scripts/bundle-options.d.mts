import type { BuildOptions } from "esbuild"

export declare const root: string
export declare const bundleOptions: BuildOptions
