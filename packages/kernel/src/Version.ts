import manifest from "../../../package.json" with { type: "json" }

/** The product version: the version in the root `package.json` at build time. */
export const productVersion: string = manifest.version
