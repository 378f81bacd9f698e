import { bookAnswers } from "@media/books/guarded/AnswerBook"
import { answerTasks } from "@media/children/guarded/AnswerTasks"

// The guarded program (`children/guarded`): it is started without environment or network, with limits of CPU and memory, and
// may end at any question.
await answerTasks([...bookAnswers], { input: process.stdin, output: process.stdout })
