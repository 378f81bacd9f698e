/** Returns a seeded random number generator. Its numbers, from 0 up to 1, are the same on every run. */
export const randomOf = (seed: number): (() => number) => {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Each palette lists the colors of the upper sky, the sky at the horizon, the sun, the farthest land, and the nearest
 * land.
 */
const palettes = [
  ["#1b2a52", "#f2a65a", "#ffe3b0", "#7a4a63", "#1a1530"],
  ["#0f3b57", "#9fd3d6", "#fff6d8", "#4f8f94", "#0e2c33"],
  ["#2b1b3d", "#e0607e", "#ffd1a1", "#6d2f5a", "#1a0f26"],
  ["#274b2f", "#d8e08a", "#fffbe0", "#6f9a4e", "#16281a"],
  ["#10131f", "#3e5a8c", "#e9f0ff", "#2b3c63", "#0a0d17"],
  ["#5a2413", "#f08a3c", "#ffe9c2", "#a34a1f", "#2a0f08"],
  ["#3a5f8f", "#dfe9f2", "#ffffff", "#8aa4bd", "#2f4760"],
  ["#143d3a", "#7fb8a0", "#f7f3d0", "#2f6b5e", "#0b201f"],
  ["#4a2c5e", "#c9a0dc", "#fff0f7", "#7d5a96", "#241433"],
  ["#6b1f2a", "#e8b04a", "#fff3cf", "#8f3a35", "#25090d"]
] as const

interface Canvas {
  readonly width: number
  readonly height: number
}

const mix = (a: string, b: string, share: number): string => {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(part(a, at) * (1 - share) + part(b, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`
}

const ridge = (random: () => number, { height, width }: Canvas, base: number, tall: number): string => {
  const waves = [1, 2.3, 5.1, 11].map((rate) => ({
    rate: rate * (0.7 + random() * 0.6),
    shift: random() * 7
  }))
  const points = Array.from({ length: 61 }, (_, step) => {
    const share = step / 60
    const lift = waves.reduce((sum, { rate, shift }) => sum + Math.sin(share * rate * 4 + shift) / rate, 0)
    return `${(share * width).toFixed(1)},${(base - (lift * 0.5 + 0.5) * tall * height).toFixed(1)}`
  })
  return `M0,${height} L${points.join(" L")} L${width},${height} Z`
}

const trees = (random: () => number, { height, width }: Canvas, color: string): string =>
  Array.from({ length: 14 }, () => {
    const x = random() * width
    const tall = (0.12 + random() * 0.2) * height
    const foot = height * (0.94 + random() * 0.08)
    const wide = tall * 0.2
    return `<path d="M${x - wide},${foot} L${x},${foot - tall} L${x + wide},${foot} Z" fill="${color}"/>`
  }).join("")

const towers = (random: () => number, { height, width }: Canvas, color: string, light: string): string =>
  Array.from({ length: 16 }, (_, at) => {
    const wide = (width / 16) * (0.7 + random() * 0.5)
    const tall = (0.15 + random() * 0.4) * height
    const x = (at / 16) * width
    const windows = Array.from({ length: 10 }, () => {
      const left = x + random() * wide * 0.8
      const top = height - random() * tall * 0.9
      return `<rect x="${left}" y="${top}" width="${width / 240}" height="${width / 160}" fill="${light}" opacity="${random()}"/>`
    })
    return `<rect x="${x}" y="${height - tall}" width="${wide}" height="${tall}" fill="${color}"/>${windows.join("")}`
  }).join("")

const stars = (random: () => number, { height, width }: Canvas): string =>
  Array.from(
    { length: 70 },
    () =>
      `<circle cx="${random() * width}" cy="${random() * height * 0.6}" r="${random() * (width / 700) + 0.4}" fill="#fff" opacity="${random() * 0.8}"/>`
  ).join("")

/** Returns a landscape as SVG. Equal seeds give equal landscapes. `body` is SVG that is drawn on top. */
export const scenery = (seed: number, size: Canvas, body = ""): string => {
  const random = randomOf(seed)
  const { height, width } = size
  const [top, low, sun, far, near] = palettes[Math.floor(random() * palettes.length)]!
  const horizon = height * (0.5 + random() * 0.2)
  const [x, y, radius] = [
    width * (0.15 + random() * 0.7),
    horizon * (0.3 + random() * 0.6),
    Math.min(width, height) * (0.05 + random() * 0.1)
  ]
  const lands = Array.from({ length: 5 }, (_, at) => {
    const share = at / 4
    const base = horizon + (height - horizon) * share * 0.9
    return `<path d="${ridge(random, size, base, 0.24 - share * 0.14)}" fill="${mix(mix(far, low, 0.5), near, share)}"/>`
  })
  const kind = random()
  const front = kind < 0.35 ? trees(random, size, near) : kind < 0.6 ? towers(random, size, near, sun) : ""
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.75" stop-color="${low}"/></linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${sun}" stop-opacity="0.9"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#s)"/>${kind > 0.4 ? stars(random, size) : ""}
<circle cx="${x}" cy="${y}" r="${radius * 4}" fill="url(#g)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${sun}"/>
${lands.join("")}${front}${body}</svg>`
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;")

/** Wraps text at spaces into lines of at most `most` letters. */
const linesOf = (text: string, most: number): ReadonlyArray<string> =>
  text.split(" ").reduce<ReadonlyArray<string>>((lines, word) => {
    const last = lines.at(-1)
    return last !== undefined && last.length + word.length < most
      ? [...lines.slice(0, -1), `${last} ${word}`]
      : [...lines, word]
  }, [])

/** Returns SVG that writes a title at the lower edge, as on a movie poster. */
export const lettering = (title: string, below: string, { height, width }: Canvas): string => {
  const lines = linesOf(title.toUpperCase(), 13)
  // Capital letters are about 0.8 times the font size wide.
  const size = Math.min(width / 9, (width * 1.1) / Math.max(...lines.map(({ length }) => length)))
  const first = height * 0.86 - (lines.length - 1) * size * 1.1
  const text = lines.map(
    (line, at) =>
      `<text x="50%" y="${first + at * size * 1.1}" text-anchor="middle" font-family="DejaVu Serif, serif" font-weight="bold" font-size="${size}" fill="#fff">${escaped(line)}</text>`
  )
  return `<rect width="100%" height="100%" fill="url(#d)"/><defs><linearGradient id="d" x1="0" y1="0" x2="0" y2="1"><stop offset="0.45" stop-opacity="0"/><stop offset="1" stop-opacity="0.75"/></linearGradient></defs>${text.join("")}
<text x="50%" y="${height * 0.93}" text-anchor="middle" font-family="DejaVu Sans, sans-serif" font-size="${width / 26}" letter-spacing="2" fill="#fff" opacity="0.8">${escaped(below)}</text>`
}
