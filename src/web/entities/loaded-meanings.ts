export { glossary } from './field-glossary.ts'
export { terms } from './terms.ts'
