// Decodes formats that `sharp`'s libvips does not support. The decoders run as WebAssembly, so even
// a malicious picture cannot access files or other memory. `apart.mjs` starts one thread per picture. WebAssembly memory only grows, and is released when
// the thread ends.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { parentPort, workerData } from "node:worker_threads"

const require = createRequire(import.meta.url)

const tooLarge = () => new Error("pixel limit exceeded")

/** Decodes the main picture of a HEIC file: RGBA, upright. */
const decodeHeic = async ({ bytes, mostPixels }) => {
  const make = require("libheif-js/libheif-wasm/libheif.js")
  const wasmBinary = readFileSync(require.resolve("libheif-js/libheif-wasm/libheif.wasm"))
  const heif = await make({ wasmBinary })
  const context = heif.heif_context_alloc()
  const read = heif.heif_context_read_from_memory(context, bytes)
  if (read.code !== heif.heif_error_code.heif_error_Ok) throw new Error(`heif: ${read.message}`)
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  if (!handle || handle.code) throw new Error("heif: no picture")
  const [width, height] = [
    heif.heif_image_handle_get_width(handle),
    heif.heif_image_handle_get_height(handle)
  ]
  if (width * height > mostPixels) throw tooLarge()
  const image = await heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA
  )
  if (!image || image.code) throw new Error(`heif: ${image?.message ?? "cannot be decoded"}`)
  const plane = image.channels?.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved)
  if (plane === undefined || plane.width * plane.height > mostPixels) throw new Error("heif: no pixels")
  const row = plane.width * 4
  const data = Buffer.alloc(row * plane.height)
  for (let y = 0; y < plane.height; y++)
    data.set(plane.data.subarray(y * plane.stride, y * plane.stride + row), y * row)
  return { data, width: plane.width, height: plane.height }
}

/** Reads the upright size of a JPEG XL and, unless only the size is requested, its first frame as PNG in sRGB. */
const decodeJxl = async ({ bytes, isSizeOnly, mostPixels }) => {
  const { JxlImage, initSync } = await import("jxl-oxide-wasm")
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve("jxl-oxide-wasm/module.wasm"))) })
  const image = new JxlImage()
  image.forceSrgb = true
  image.feedBytes(bytes)
  if (!image.tryInit()) throw new Error("jxl: no header")
  const { height, width } = image
  if (isSizeOnly) return { width, height }
  if (width * height > mostPixels) throw tooLarge()
  return { width, height, png: image.render(0).encodeToPng() }
}

const decoders = { heic: decodeHeic, jxl: decodeJxl }
try {
  parentPort.postMessage(await decoders[workerData.format](workerData))
} catch (error) {
  const message = String(error?.message ?? error)
  // WebAssembly, Emscripten and Rust throw these errors when the memory limit is reached.
  parentPort.postMessage({
    error: /grow|unreachable|abort|OOM/i.test(message) ? `${message} (memory?)` : message
  })
}
