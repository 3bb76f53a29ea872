import { exportData } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { saveFile } from '@adcoin/remote/pages'
import { useFormCall } from '@adcoin/remote/forms'
import { useT } from '../texts.ts'

/** Fetches the file with the owner's ticket and hands it to the browser's downloads. */
export function useExport(onDone: () => void) {
  const t = useT()
  const host = useHost()
  const call = useFormCall(exportData, {
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    fields: {},
    onSuccess(data) {
      const day = new Date().toISOString().slice(0, 10)
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `ad-coin-${day}.json`)
      host.showToast(t('leaving.saved'), 'good')
      onDone()
    },
  })
  return { fetchFile: (verify_ticket: string) => void call.submit({ verify_ticket }), isRunning: call.isRunning }
}
