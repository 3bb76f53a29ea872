export { openRemote, renderRemote, type RenderedRemote, type RenderOptions } from './render-remote.tsx'
export {
  apiDouble,
  when,
  type ApiDouble,
  type AnswerChange,
  type AnswerChanges,
  type RecordedRequest,
} from './api-double.ts'
export { refusal, offline, silence, rawAnswer, type DoubleFailure } from './answer.ts'
export { ana, bruno, chitra, coins, inMinutes, type TestPerson } from './people.ts'
export { card, moneyConfig, spei, createWithdrawal } from './answers/finance-answers.ts'
export { createAppeal, createTaskDetail } from './answers/task-answers.ts'
export { allCalls } from './calls.ts'
export { givePasskeys } from './passkeys.ts'
