import { createContext } from 'react'

/**
 * Whether links and buttons below may be reached with the Tab key. A grid is one stop: it takes what stands in its
 * cells out of the order with -1.
 */
export const TabStop = createContext<-1 | undefined>(undefined)
