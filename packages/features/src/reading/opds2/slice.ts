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
  about: "the catalog for readers of books once more: OPDS 2.0, with manifests of comics",
  stores: "nothing: what the other catalog has, in another form",
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
    authentication: "how to sign in, and refusals",
    json: "feeds, publications and manifests",
    mediaTypes: "the media types of its documents"
  }
})
