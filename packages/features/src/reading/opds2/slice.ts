import { defineSlice } from "../../defineSlice.ts"
import {
  opds2Authentication,
  opds2Author,
  opds2Authors,
  opds2Book,
  opds2Books,
  opds2Collection,
  opds2Collections,
  opds2Else,
  opds2Galleries,
  opds2Libraries,
  opds2Library,
  opds2Manifest,
  opds2OneSeries,
  opds2Reading,
  opds2Recent,
  opds2Search,
  opds2Series,
  opds2Start
} from "./raw.ts"

export const opds2Slice = defineSlice({
  name: "opds2",
  about: "the OPDS 2.0 catalog for reading apps, with manifests of comics",
  stores: "nothing; it reads the tables of other slices",
  raw: [
    opds2Start,
    opds2Recent,
    opds2Reading,
    opds2Books,
    opds2Galleries,
    opds2Libraries,
    opds2Library,
    opds2Authors,
    opds2Author,
    opds2Series,
    opds2OneSeries,
    opds2Collections,
    opds2Collection,
    opds2Search,
    opds2Book,
    opds2Manifest,
    opds2Authentication,
    opds2Else
  ],
  concepts: {
    authentication: "the authentication document, and error responses",
    json: "formats feeds, publications and manifests as JSON",
    mediaTypes: "the media types of OPDS 2.0 documents"
  }
})
