import { madeArchive, type MadeEntry } from "@media/archives/testing/MadeArchive"

const CONTAINER = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`

export interface MadeEpub {
  /** The child elements of `metadata`, with the prefixes `dc` and `opf`. */
  readonly metadata?: string
  /** The child elements of `manifest`. */
  readonly manifest?: string
  /** The XML after the manifest. The default is an empty spine. */
  readonly rest?: string
  readonly version?: string
  readonly files?: ReadonlyArray<MadeEntry>
}

export const madeEpub = ({
  files = [],
  manifest = "",
  metadata = "",
  rest,
  version = "3.0"
}: MadeEpub): Buffer =>
  madeArchive({
    entries: [
      { name: "mimetype", content: "application/epub+zip", method: 0 },
      { name: "META-INF/container.xml", content: CONTAINER },
      {
        name: "OEBPS/content.opf",
        content: `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="uid">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${metadata}</metadata>
  <manifest>${manifest}</manifest>${rest ?? "<spine/>"}
</package>`
      },
      ...files
    ]
  })

/** Creates a comic from pages and an optional `ComicInfo.xml`. */
export const madeComic = (pages: ReadonlyArray<MadeEntry>, info?: string): Buffer =>
  madeArchive({
    entries: [
      ...pages,
      ...(info === undefined
        ? []
        : [{ name: "ComicInfo.xml", content: `<?xml version="1.0"?><ComicInfo>${info}</ComicInfo>` }])
    ]
  })
