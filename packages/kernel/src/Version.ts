import manifest from "../../../package.json" with { type: "json" }

/** From the root `package.json`, read when the program is built. */
export const productVersion: string = manifest.version
