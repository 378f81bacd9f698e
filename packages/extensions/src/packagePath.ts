import { MOST_NAME_BYTES, MOST_PACKAGE_DEPTH } from "./limits.ts"

/** Matches names of devices that Windows reserves, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i
// eslint-disable-next-line no-control-regex -- exactly these must not be in a name
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"|?*\\]/

/**
 * Returns the normalized relative path of a file in a package. Returns undefined if the path could lead outside the
 * package, or if some operating systems could not store a file with this name.
 */
export const packagePath = (key: string): string | undefined => {
  const steps = key.replace(/^\.\//, "").split("/")
  const isFit = steps.every(
    (step) =>
      step !== "" &&
      step !== "." &&
      step !== ".." &&
      !FORBIDDEN.test(step) &&
      !/[. ]$/.test(step) &&
      !DEVICE.test(step) &&
      Buffer.byteLength(step) <= MOST_NAME_BYTES &&
      step.isWellFormed()
  )
  return isFit && steps.length <= MOST_PACKAGE_DEPTH ? steps.join("/") : undefined
}
