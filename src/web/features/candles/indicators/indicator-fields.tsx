import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Chip } from '../../../ui/inputs/chip.tsx'
import styles from '../panels/options/option-fields.module.css'
import {
  makeStudy,
  maxStudies,
  type Study,
  studyFields,
  studyKinds,
  studyName,
  studyValues,
  defaultStudy,
  writeStudy,
} from './indicator-spec.ts'

interface StudyRowProps {
  study: Study
  onChange: (study: Study) => void
  onRemove: () => void
}

/** The parameters of one indicator. An invalid number stays in its field, marked as invalid, and is not applied. */
function StudyRow({ study, onChange, onRemove }: StudyRowProps) {
  const names = Object.keys(studyFields[study.kind].fields)
  const [typed, setTyped] = useState(() => studyValues(study).map(String))
  const parse = (parts: readonly string[]) =>
    parts.every((part) => part.trim() !== '') ? makeStudy(study.kind, parts.map(Number)) : undefined
  const type = (index: number, text: string) => {
    const next = typed.with(index, text)
    setTyped(next)
    const made = parse(next)
    if (made && writeStudy(made) !== writeStudy(study)) onChange(made)
  }
  const { name, description } = studyFields[study.kind]
  return (
    <div className={styles.study}>
      <span title={description}>{name}</span>
      {names.map((field, index) => (
        <input
          key={field}
          className={styles.number}
          inputMode="decimal"
          aria-label={`${name}: ${field}`}
          aria-invalid={!parse(typed)}
          title={field}
          value={typed[index]}
          onChange={(event) => type(index, event.target.value)}
        />
      ))}
      <Button small variant="bare" icon="x" aria-label={`Remove ${studyName(study)}`} onClick={onRemove} />
    </div>
  )
}

/** The active indicators, and those that can be added. */
export function StudyFields({
  studies,
  onChange,
}: {
  studies: readonly Study[]
  onChange: (studies: Study[]) => void
}) {
  return (
    <>
      {studies.map((study, index) => (
        <StudyRow
          // The key leaves the parameters out, so that the row stays mounted when typing changes them.
          key={`${index} ${study.kind} ${studies.length}`}
          study={study}
          onChange={(next) => onChange(studies.with(index, next))}
          onRemove={() => onChange(studies.toSpliced(index, 1))}
        />
      ))}
      {studies.length < maxStudies && (
        <div className={styles.adds}>
          {studyKinds.map((kind) => (
            <Chip key={kind} tone="offer" onClick={() => onChange([...studies, newStudy(kind, studies)])}>
              {studyFields[kind].name}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}

const defaultLengths = [20, 50, 100, 200, 10, 30, 150, 300]

/** A new study for the list: a second moving average gets a different length than the first. */
function newStudy(kind: Study['kind'], studies: readonly Study[]): Study {
  const present = new Set(studies.map(writeStudy))
  const standard = defaultStudy(kind)
  const others = defaultLengths.map((length) => makeStudy(kind, [length, ...studyValues(standard).slice(1)]))
  return [standard, ...others].find((study) => study && !present.has(writeStudy(study))) ?? standard
}
