import { createContext } from 'react'

/** The tab index of links and buttons below. A grid is one tab stop, so its cells set -1. */
export const TabStop = createContext<-1 | undefined>(undefined)
