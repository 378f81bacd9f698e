import { runMain } from "./RunMain.ts"
import { standalone } from "./Standalone.ts"

runMain(standalone)
