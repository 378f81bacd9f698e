import { bookAnswers } from "@media/books/guarded/AnswerBook"
import { answerTasks } from "@media/children/guarded/AnswerTasks"
import { indexAnswers } from "@media/extensions/indexTask"
import { lyricsAnswers } from "@media/features/playback/lyrics/guarded"
import { subtitleAnswers } from "@media/features/playback/subtitles/text/Guarded"

// The guarded program (`children/guarded`): it is started without environment or network, with limits of CPU and memory, and
// may end at any question.
await answerTasks([...bookAnswers, ...indexAnswers, ...lyricsAnswers, ...subtitleAnswers], {
  input: process.stdin,
  output: process.stdout
})
