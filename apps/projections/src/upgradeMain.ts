import { runUpgrade } from "./Upgrade.ts"

runUpgrade(process.argv.slice(2))
