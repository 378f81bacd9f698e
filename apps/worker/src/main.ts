import { runProcess } from "@media/kernel/RunProcess"
import { worker } from "./WorkerLive.ts"

runProcess(worker)
