import { runProcess } from "@media/kernel/RunProcess"
import { server } from "./ServerLive.ts"

runProcess(server)
