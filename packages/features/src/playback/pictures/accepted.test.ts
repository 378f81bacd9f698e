import { expect, it } from "vitest"
import { acceptedForms } from "./accepted.ts"

it.each([
  ["image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", ["avif", "webp", "jpeg"]],
  ["image/avif", ["avif", "jpeg"]],
  ["IMAGE/WEBP ; q=0.5, text/html", ["webp", "jpeg"]],
  ["image/avif;q=0, image/webp;q=0.000", ["jpeg"]],
  ["image/avif;q=0.01", ["avif", "jpeg"]],
  ["image/avif-sequence, image/webpage", ["jpeg"]],
  ["*/*", ["jpeg"]],
  ["", ["jpeg"]]
])("accepts the formats that the header %s lists", (accept, forms) => {
  expect(acceptedForms(accept)).toEqual(forms)
})
