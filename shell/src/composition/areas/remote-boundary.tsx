import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; onFailure: (thrown: unknown) => void; pending: ReactNode }

/** The wall around a mounted remote: whatever it throws while it renders ends here. The area decides what follows. */
export class RemoteBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onFailure(thrown)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.pending : this.props.children
  }
}
