import { defineSlice } from "../../defineSlice.ts"

export const proposalsSlice = defineSlice({
  name: "proposals",
  about:
    "what scrapers, stash-boxes and plugins found for items and entities, reviewed before anything is written",
  stores: "proposals and what a reviewer decided; what is accepted becomes events of the item or entity",
  open: ["propose", "found"],
  concepts: {
    found: "a result in the words of the product",
    propose: "stores a result for review",
    readers: "dates, numbers, countries and other values in the texts of a result",
    words: "the fields of the scraper format and those of the product"
  }
})
