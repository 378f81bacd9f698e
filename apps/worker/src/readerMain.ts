import { bookAnswers } from "@media/books/guarded/AnswerBook"
import { answerTasks } from "@media/children/guarded/AnswerTasks"
import { indexAnswers } from "@media/extensions/answerIndex"
import { lyricsAnswers } from "@media/features/playback/lyrics/answers"
import { subtitleAnswers } from "@media/features/playback/subtitles/text/Answers"

// The entry point of the child process that parses untrusted files (see `children/guarded`). The process has no
// environment variables and no network access, and limits on CPU time and memory. Its parent may kill it during any
// task.
await answerTasks([...bookAnswers, ...indexAnswers, ...lyricsAnswers, ...subtitleAnswers], {
  input: process.stdin,
  output: process.stdout
})
