import { Component, type ReactNode } from 'react'
import { texts } from '../texts.ts'

type Props = {
  children: ReactNode
  fallback: (retry: () => void) => ReactNode
  onFailure: (thrown: unknown) => void
  /**
   * Name of the shown content: another name is drawn again, and once more if the former content threw while it was
   * unmounted, which React reports here.
   */
  contentKey?: string
}
type State = { hasFailed: boolean; contentKey: string | undefined; mayRedraw: boolean }

/**
 * The wall behind the walls: what a card of an area, a screen of the shell or the frame itself throws ends here.
 * Source: faults.md E17.
 */
export class LastResort extends Component<Props, State> {
  override state: State = { hasFailed: false, contentKey: this.props.contentKey, mayRedraw: false }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ contentKey }: Props, state: State): Partial<State> | null {
    return contentKey === state.contentKey ? null : { contentKey, hasFailed: false, mayRedraw: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFailure(thrown)
    if (this.state.mayRedraw) this.setState({ hasFailed: false, mayRedraw: false })
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children
  }
}

/**
 * Depends on nothing that could have failed: no shared packages, no router, no session. If it is the first content of
 * the page, the boot script finds it by its attribute and starts the previous shell.
 */
export function BareErrorCard() {
  return (
    <main className="ac-empty" role="alert" data-failed="">
      <h1 className="ac-title">{texts.t('area.text')}</h1>
      <button type="button" className="ac-btn ac-btn--primary" onClick={() => window.location.reload()}>
        {texts.t('area.retry')}
      </button>
    </main>
  )
}
