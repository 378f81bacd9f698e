/**
 * The elements and attributes that are kept when a document is cleaned. An element in `droppedElements` is removed
 * together with its content. Of any other element that is not listed here, only the tags are removed.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""))

export const htmlElements = words(`
  a abbr address area article aside audio b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn
  div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img ins kbd li main map mark nav ol
  p picture pre q rb rp rt rtc ruby s samp section small source span strike strong style sub summary sup table tbody td tfoot
  th thead time title tr tt u ul var video wbr`)

export const voidElements = words("area br col hr img source wbr")

/** Elements that are removed together with their content. */
export const droppedElements = words(`
  script template iframe frameset object applet select textarea portal fencedframe slot foreignobject animate animatemotion
  animatetransform set handler listener annotation annotation-xml maction`)

export const droppedVoid = words("base embed frame input link meta param track")

/** Maps names in lower case to their proper spelling, because SVG and MathML names are case-sensitive. */
const spelled = (text: string): ReadonlyMap<string, string> =>
  new Map([...words(text)].map((name) => [name.toLowerCase(), name]))

export const svgElements = spelled(`
  svg g path rect circle ellipse line polyline polygon text tspan textPath image defs use symbol linearGradient radialGradient
  stop clipPath mask pattern title desc marker switch a filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

export const mathElements = spelled(`
  math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder
  mover munderover mmultiscripts mprescripts none mtable mtr mlabeledtr mtd semantics`)

/** Attributes that are kept on any HTML element, including those for screen readers. */
export const globalAttributes = words(`
  id class dir lang title role hidden aria-label aria-labelledby aria-describedby aria-hidden aria-level aria-roledescription`)

const attributes: Readonly<Record<string, string>> = {
  img: "alt width height",
  area: "alt coords shape",
  map: "name",
  td: "colspan rowspan headers align valign width",
  th: "colspan rowspan headers scope align valign width",
  col: "span width",
  colgroup: "span",
  table: "border cellpadding cellspacing width align",
  tr: "align valign",
  ol: "start type reversed",
  ul: "type",
  li: "value type",
  time: "datetime",
  p: "align",
  div: "align",
  h1: "align",
  h2: "align",
  h3: "align",
  font: "color size face",
  hr: "width size align",
  br: "clear",
  audio: "loop",
  video: "width height loop",
  source: "type media",
  details: "open",
  style: "type media"
}
const ofElement = new Map(Object.entries(attributes).map(([name, list]) => [name, words(list)]))

export const isHtmlAttribute = (element: string, name: string): boolean =>
  globalAttributes.has(name) || ofElement.get(element)?.has(name) === true

/**
 * Attributes that are kept on SVG elements. None of them can run code, and `url(...)` references in their values are
 * rewritten to files in the book.
 */
const svgAttributes = spelled(`
  id class lang viewBox preserveAspectRatio x y x1 x2 y1 y2 cx cy r rx ry dx dy fx fy d points width height transform rotate
  fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity opacity color display visibility overflow clip-path clip-rule mask marker-start marker-mid
  marker-end markerWidth markerHeight markerUnits refX refY orient font-family font-size font-style font-weight text-anchor
  text-decoration letter-spacing word-spacing writing-mode dominant-baseline baseline-shift startOffset textLength lengthAdjust
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits vector-effect role aria-label aria-hidden
  filter filterUnits primitiveUnits in in2 result type mode operator values k1 k2 k3 k4 radius order kernelMatrix divisor bias
  targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent lighting-color azimuth
  elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector yChannelSelector stdDeviation flood-color
  flood-opacity tableValues slope intercept amplitude exponent baseFrequency numOctaves seed stitchTiles
  color-interpolation-filters`)

const mathAttributes = spelled(`
  id class dir display displaystyle scriptlevel mathvariant mathsize mathcolor mathbackground form fence separator lspace rspace
  stretchy symmetric maxsize minsize largeop movablelimits accent accentunder linethickness numalign denomalign bevelled open
  close separators notation rowalign columnalign rowspacing columnspacing rowlines columnlines frame framespacing equalrows
  equalcolumns side rowspan columnspan width height depth voffset subscriptshift superscriptshift alttext`)

export const spelledAttribute = (namespace: "svg" | "math", name: string): string | undefined =>
  (namespace === "svg" ? svgAttributes : mathAttributes).get(name)
