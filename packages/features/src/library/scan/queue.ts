export { libraryScan } from "../libraries/scanQueue.ts"
