import { bookAnswers } from "@media/books/guarded/AnswerBook"
import { answerTasks } from "@media/children/guarded/AnswerTasks"
import { indexAnswers } from "@media/extensions/answerIndex"
import { lyricsAnswers } from "@media/features/playback/lyrics/answers"
import { subtitleAnswers } from "@media/features/playback/subtitles/text/Answers"

// The program that reads untrusted files (`children/guarded`). It runs without environment variables and without
// network, and with limits on CPU time and memory. It may be killed during any task.
await answerTasks([...bookAnswers, ...indexAnswers, ...lyricsAnswers, ...subtitleAnswers], {
  input: process.stdin,
  output: process.stdout
})
