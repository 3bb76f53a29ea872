import { Component, type ReactNode } from 'react'
import { texts } from '../texts.ts'

type Props = { children: ReactNode; fallback: (retry: () => void) => ReactNode; onFailure: (thrown: unknown) => void }

/** The wall behind the walls: what a card of an area, a screen of the shell or the frame itself throws ends here. Source: fault E17. */
export class LastResort extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFailure(thrown)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children
  }
}

/** Needs nothing that could have failed: no kit, no router, no session. */
export function BareCard() {
  return (
    <main className="ac-empty" role="alert">
      <h1 className="ac-title">{texts.t('area.text')}</h1>
      <button type="button" className="ac-btn ac-btn--primary" onClick={() => window.location.reload()}>{texts.t('area.retry')}</button>
    </main>
  )
}
