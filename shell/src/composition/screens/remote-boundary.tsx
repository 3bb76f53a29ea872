import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Decides what happens: another release takes over, or the page's card is shown. */
  onFailure: (thrown: unknown) => 'card' | 'replaced'
  card: () => ReactNode
  pending: ReactNode
}
type State = { shown: 'children' | 'card' | 'pending' }

/** The wall around a mounted remote: whatever it throws while it renders ends here. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { shown: 'children' }

  static getDerivedStateFromError(): State {
    return { shown: 'pending' }
  }

  override componentDidCatch(thrown: unknown): void {
    if (this.props.onFailure(thrown) === 'card') this.setState({ shown: 'card' })
  }

  override render(): ReactNode {
    if (this.state.shown === 'children') return this.props.children
    return this.state.shown === 'card' ? this.props.card() : this.props.pending
  }
}
