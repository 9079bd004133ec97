import type { StudyTask, StudyResult } from './indicator-runner.ts'
import { computeStudy } from './compute.ts'

/** Computes indicators off the main thread. Each request message gets one reply with the same task number. */
self.addEventListener('message', ({ data }: MessageEvent<StudyTask>) => {
  const values = data.studies.map((study) => computeStudy(study, data.closes))
  const result: StudyResult = { task: data.task, count: data.closes.length, values }
  const buffers = values.flatMap(({ lines }) => lines.map((line) => line.buffer as ArrayBuffer))
  self.postMessage(result, { transfer: buffers })
})
