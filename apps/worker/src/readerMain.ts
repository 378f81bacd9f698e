import { bookAnswers } from "@media/books/guarded/AnswerBook"
import { answerTasks } from "@media/children/guarded/AnswerTasks"
import { indexAnswers } from "@media/extensions/answerIndex"
import { lyricsAnswers } from "@media/features/playback/lyrics/answers"
import { subtitleAnswers } from "@media/features/playback/subtitles/text/Answers"

// The guarded program (`children/guarded`). It is started without environment or network, with limits on CPU and
// memory, and may end at any question.
await answerTasks([...bookAnswers, ...indexAnswers, ...lyricsAnswers, ...subtitleAnswers], {
  input: process.stdin,
  output: process.stdout
})
