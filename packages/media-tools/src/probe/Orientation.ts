import type { StreamFacts } from "../ProbeFacts.ts"
import { asArray, asNumber, asRecord, type JsonRecord } from "./RawJson.ts"

type Orientation = Pick<StreamFacts, "rotation" | "hasDisplayMatrix" | "isReflected">

/**
 * Reads the rotation of a video from its display matrix, whose angle is counterclockwise, or else from the older
 * `rotate` tag.
 */
export const parseOrientation = (stream: JsonRecord): Orientation => {
  const matrix = asArray(stream["side_data_list"])
    .map(asRecord)
    .find((item) => item["displaymatrix"] !== undefined)
  if (matrix !== undefined) {
    return {
      rotation: toRightAngle(-(asNumber(matrix["rotation"]) ?? 0)),
      hasDisplayMatrix: true,
      isReflected: isMirrored(typeof matrix["displaymatrix"] === "string" ? matrix["displaymatrix"] : "")
    }
  }
  const tag = asNumber(asRecord(stream["tags"])["rotate"]) ?? 0
  return { rotation: toRightAngle(tag), hasDisplayMatrix: tag !== 0, isReflected: false }
}

const toRightAngle = (degrees: number): Orientation["rotation"] => {
  const turns = ((Math.round(degrees / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[turns] ?? 0
}

/** True if the video is mirrored as well, which a negative determinant of the upper left 2x2 matrix indicates. */
const isMirrored = (matrix: string): boolean => {
  const rows = matrix
    .trim()
    .split("\n")
    .map((row) => row.split(":")[1]?.trim().split(/\s+/).map(Number) ?? [])
  const [a = 0, b = 0] = rows[0] ?? []
  const [c = 0, d = 0] = rows[1] ?? []
  return a * d - b * c < 0
}
