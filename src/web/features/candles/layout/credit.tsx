/** The chart library asks for a link to its makers; here it covers nothing of the chart. */
export const Credit = () => (
  <p className="muted">
    Charts by{' '}
    <a className="link" href="https://www.tradingview.com/" target="_blank" rel="noopener">
      TradingView
    </a>
  </p>
)
