import { runProjections } from "./Projections.ts"

runProjections(process.argv.slice(2))
