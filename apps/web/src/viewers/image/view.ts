/**
 * The position of an image in its box. The image is scaled by `scale` around the center, then moved by `x` and `y`
 * pixels.
 */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
/** Maximum zoom factor. It shows a 12-megapixel photo at full resolution on most screens. */
const LARGEST = 8
/** Factor by which one key press zooms. */
export const STEP = 1.5

interface Size {
  readonly width: number
  readonly height: number
}

const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value))

/** Prevents a zoomed image from moving beyond its edges. An image that is not zoomed remains centered. */
export const bounded = ({ scale, x, y }: View, box: Size): View => {
  const size = Math.min(LARGEST, Math.max(1, scale))
  return {
    scale: size,
    x: within(x, (box.width * (size - 1)) / 2),
    y: within(y, (box.height * (size - 1)) / 2)
  }
}

/** Zooms by `factor` around a point. The coordinates of the point are relative to the center of the box. */
export const zoomed = (
  view: View,
  factor: number,
  point: { readonly x: number; readonly y: number },
  box: Size
): View => {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return bounded({ scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by }, box)
}

/** Returns the action for a finger movement over an image that is not zoomed. */
export const swipeOf = (x: number, y: number): "next" | "previous" | "close" | undefined => {
  if (Math.abs(x) > 60 && Math.abs(x) > 1.5 * Math.abs(y)) return x < 0 ? "next" : "previous"
  return y > 100 && y > 1.5 * Math.abs(x) ? "close" : undefined
}
