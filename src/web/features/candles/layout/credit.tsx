import styles from './credit.module.css'

/** The chart library asks for a link to its makers; here it covers nothing of the chart. */
export const Credit = () => (
  <p className={styles.credit}>
    Charts by{' '}
    <a className="link" href="https://www.tradingview.com/" target="_blank" rel="noopener">
      TradingView
    </a>
  </p>
)
